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
 * What a profiler delivered of one fork.
 *
 * @param profiler its name; of async-profiler with what it sampled: {@code async, event cpu}
 * @param metrics its numbers by label; none of most that sample
 * @param text what else it says; empty where it says nothing
 * @param stacks the stacks that it sampled; empty where it keeps none
 * @param hottest the methods that were busy most often; none where it samples no methods
 * @param files that it has written
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
