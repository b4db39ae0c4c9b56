// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the result of a fork, and the results of its case so far.
 *
 * @param score JMH's own score over all forks of the case so far; empty if none succeeded
 * @param secondary JMH's secondary results over the same forks, by label
 * @param texts texts of the secondary results without a number, by label
 * @param classes digests of the code of the classes that the fork loaded, by name; empty if unknown
 */
public record ForkReport(
        ForkResult fork,
        Optional<Metric> score,
        Map<String, Metric> secondary,
        Map<String, String> texts,
        Map<String, String> classes) {

    public ForkReport {
        secondary = Map.copyOf(secondary);
        texts = Map.copyOf(texts);
        // A host with an older harness does not report them.
        classes = classes == null ? Map.of() : Map.copyOf(classes);
    }

    public ForkReport(ForkResult fork, Optional<Metric> score, Map<String, Metric> secondary) {
        this(fork, score, secondary, Map.of(), Map.of());
    }
}
