// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.result.Metric;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The result of a profiler for one fork.
 *
 * @param profiler its name; for async-profiler with the event: {@code async, event cpu}
 * @param metrics its numbers by label; none for most sampling profilers
 * @param text its further text; may be empty
 * @param stacks the sampled stacks; empty if it keeps none
 * @param hottest the methods that were most often on top of the stack; none if it samples no methods
 * @param files written by the profiler
 */
public record Profiled(
        String profiler,
        Map<String, Metric> metrics,
        String text,
        Optional<StackTree> stacks,
        List<HotFrame> hottest,
        List<Path> files) {

    public Profiled {
        metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
        hottest = List.copyOf(hottest);
        files = List.copyOf(files);
    }
}
