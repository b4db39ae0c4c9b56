// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls per second that a round delivered, sample by sample.
 *
 * @param nodes of each node, by its name; all have as many samples, side by side in time
 * @param spread by how much the starts of the nodes differ at most, in nanoseconds
 * @param window the time that all nodes have in common, in nanoseconds
 */
record RoundRates(Map<String, List<Double>> nodes, long spread, long window) {

    /** A window may be shorter than all samples by this share; the samples then are, too. */
    private static final double LEAST = 0.5;

    /**
     * Computes the rates over the common window.
     *
     * @param times of at least one node
     * @param samples how many, at least 1
     * @param duration of each
     * @return empty if the nodes measured together for less than half of that
     */
    static Optional<RoundRates> of(Map<String, NodeTimes> times, int samples, Duration duration) {
        List<NodeTimes> all = List.copyOf(times.values());
        CommonWindow window = CommonWindow.of(all);
        long covered = all.stream().mapToLong(window::covered).min().orElse(0);
        long asked = samples * duration.toNanos();
        if (covered < asked * LEAST) {
            return Optional.empty();
        }
        long part = Math.min(asked, covered) / samples;
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        times.forEach((node, its) -> rates.put(node, window.rates(its, samples, part)));
        int least = rates.values().stream().mapToInt(List::size).min().orElse(0);
        rates.replaceAll((node, its) -> List.copyOf(its.subList(0, least)));
        return least == 0
                ? Optional.empty()
                : Optional.of(new RoundRates(rates, CommonWindow.spread(all), window.nanos()));
    }

    /** Returns the sum of all nodes, sample by sample. */
    List<Double> sums() {
        List<Double> sums = new ArrayList<>();
        for (List<Double> node : nodes.values()) {
            for (int i = 0; i < node.size(); i++) {
                if (i == sums.size()) {
                    sums.add(node.get(i));
                } else {
                    sums.set(i, sums.get(i) + node.get(i));
                }
            }
        }
        return sums;
    }
}
