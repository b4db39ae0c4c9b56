/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps what one measured JVM delivered, every iteration of it.
 *
 * @param number counted from 1 within the case
 * @param pid process id of the fork; -1 where the fork never reported one
 * @param start when the host began to start it, UTC
 * @param end when the host had its last result, UTC
 * @param jvm the java command
 * @param jdkVersion {@code java.version} of the fork
 * @param vm name and version of the fork's virtual machine
 * @param jvmArgs the arguments it was started with
 * @param blackholeMode how JMH consumed results, in JMH's words
 * @param iterations warm-up, then measurement, in the order in which they ran
 * @param secondary secondary results over all measured iterations, by label
 * @param echo what the fork said of itself from inside, by key
 * @param failure why it ended early, where it did
 */
public record ForkResult(
        int number,
        long pid,
        Instant start,
        Instant end,
        String jvm,
        String jdkVersion,
        String vm,
        List<String> jvmArgs,
        String blackholeMode,
        List<IterationResult> iterations,
        Map<String, Metric> secondary,
        Map<String, String> echo,
        Optional<Failure> failure) {

    public ForkResult {
        jvmArgs = List.copyOf(jvmArgs);
        iterations = List.copyOf(iterations);
        secondary = new TreeMap<>(secondary);
        echo = new TreeMap<>(echo);
    }

    /** Returns the scores of the measured iterations, in the order in which they ran. */
    public double[] measuredScores() {
        return iterations.stream()
                .filter(i -> i.phase() == IterationResult.Phase.MEASUREMENT)
                .mapToDouble(IterationResult::score)
                .toArray();
    }
}
