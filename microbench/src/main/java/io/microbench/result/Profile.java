/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a profiler recorded of a case in a fork of its own, which is in no score.
 *
 * @param profiler its name, as it was asked for
 * @param metrics its numbers by label; none of most that sample
 * @param files what it has written, as seen from the folder of the record, with slashes
 * @param failure why there is nothing, in one line; empty where there is
 */
public record Profile(String profiler, Map<String, Metric> metrics, List<String> files, Optional<String> failure) {

    public Profile {
        metrics = new TreeMap<>(metrics);
        files = List.copyOf(files);
    }
}
