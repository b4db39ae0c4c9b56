// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Redaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The recordings of a profiler in a separate fork of a case; the fork does not contribute to any score.
 *
 * @param profiler its name, as requested; secrets are masked, see {@link Redaction}
 * @param metrics its metrics by label; empty for most sampling profilers
 * @param files the files that it wrote, relative to the folder of the record, with slashes
 * @param failure why it recorded nothing, in one line; empty if it succeeded; secrets are masked
 */
public record Profile(String profiler, Map<String, Metric> metrics, List<String> files, Optional<String> failure) {

    public Profile {
        profiler = Redaction.text(profiler);
        metrics = new TreeMap<>(metrics);
        files = List.copyOf(files);
        failure = failure.map(Redaction::text);
    }
}
