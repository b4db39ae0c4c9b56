// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.SnippetReply.CallCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The calls per second that a round delivered, sample by sample.
 *
 * @param nodes the rates of each node, by its name; all have the same number of samples, taken at the same times
 * @param spread maximum difference between the starts of the nodes, in nanoseconds
 * @param window the time that all nodes have in common, in nanoseconds
 */
record RoundRates(Map<String, List<Double>> nodes, long spread, long window) {

    /** A window may be shorter than all samples by this share, which also shortens the samples. */
    private static final double LEAST = 0.5;

    /**
     * Computes the rates over the common window.
     *
     * @param times of at least one node
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

    List<Double> sums() {
        int samples = nodes.values().iterator().next().size();
        return IntStream.range(0, samples)
                .mapToObj(i -> nodes.values().stream().map(node -> node.get(i)).reduce(0.0, Double::sum))
                .toList();
    }

    /**
     * When a node measured, as far as the coordinator's own clock shows.
     *
     * <p>A node starts after the start command was sent to it and before its answer arrived. It ends after the command
     * to stop was sent and before its answer arrived. Its own clock measures the length, so both pairs of bounds hold
     * for the start.
     *
     * @param earliest that it can have started, in nanoseconds on the coordinator's clock
     * @param latest that it can have started, likewise
     * @param readings what it counted, the first when it started, at least two
     */
    record NodeTimes(long earliest, long latest, List<CallCount> readings) {

        NodeTimes {
            readings = List.copyOf(readings);
        }

        /** Computes the bounds from the times when commands were sent and their answers arrived. */
        static NodeTimes of(long goSent, long startedSeen, long stopSent, long endSeen, List<CallCount> readings) {
            long length =
                    readings.get(readings.size() - 1).nanos() - readings.get(0).nanos();
            long earliest = Math.max(goSent, stopSent - length);
            long latest = Math.min(startedSeen, endSeen - length);
            // If the two clocks run at different speeds, only the bounds at the start count.
            return earliest <= latest
                    ? new NodeTimes(earliest, latest, readings)
                    : new NodeTimes(goSent, startedSeen, readings);
        }

        /** Returns how long after its start a reading was taken, in nanoseconds. */
        private long since(CallCount reading) {
            return reading.nanos() - readings.get(0).nanos();
        }

        /** Returns the earliest moment at which a reading can have been taken, on the coordinator's clock. */
        long earliest(CallCount reading) {
            return earliest + since(reading);
        }

        /** Returns the latest moment at which a reading can have been taken, on the coordinator's clock. */
        long latest(CallCount reading) {
            return latest + since(reading);
        }
    }

    /**
     * The time in which certainly all nodes were measuring, on the coordinator's clock.
     *
     * @param from when the last node had started, at the latest
     * @param to when the first node ended, at the earliest
     */
    record CommonWindow(long from, long to) {

        private static final double NANOS = 1e9;

        /** Returns the common window of at least one node. */
        static CommonWindow of(List<NodeTimes> nodes) {
            long from = Long.MIN_VALUE;
            long to = Long.MAX_VALUE;
            for (NodeTimes node : nodes) {
                List<CallCount> readings = node.readings();
                from = Math.max(from, node.latest(readings.get(0)));
                to = Math.min(to, node.earliest(readings.get(readings.size() - 1)));
            }
            return new CommonWindow(from, Math.max(from, to));
        }

        /** Returns the maximum difference between the starts of the nodes, in nanoseconds. */
        static long spread(List<NodeTimes> nodes) {
            long first = nodes.stream().mapToLong(NodeTimes::earliest).min().orElse(0);
            long last = nodes.stream().mapToLong(NodeTimes::latest).max().orElse(0);
            return last - first;
        }

        long nanos() {
            return to - from;
        }

        /** Returns the readings of a node that were certainly taken within the window. */
        List<CallCount> inside(NodeTimes node) {
            return node.readings().stream()
                    .filter(reading -> node.earliest(reading) >= from && node.latest(reading) <= to)
                    .toList();
        }

        /** Returns for how long a node certainly measured within the window, in nanoseconds; 0 if that is not certain. */
        long covered(NodeTimes node) {
            List<CallCount> inside = inside(node);
            return inside.size() < 2
                    ? 0
                    : inside.get(inside.size() - 1).nanos() - inside.get(0).nanos();
        }

        /**
         * Returns the calls per second of a node in parts of the window, one after the other.
         *
         * @param parts how many, at least 1
         * @param nanos length of each part; all parts together are at most as long as the {@link #covered} time of the node, and a part
         *     ends with the first
         *     reading after its length
         * @return fewer rates if readings are farther apart than parts are long
         */
        List<Double> rates(NodeTimes node, int parts, long nanos) {
            List<Double> rates = new ArrayList<>();
            List<CallCount> inside = inside(node);
            CallCount begin = inside.get(0);
            long end = begin.nanos() + nanos;
            for (CallCount reading : inside) {
                if (reading.nanos() >= end && rates.size() < parts) {
                    rates.add((reading.calls() - begin.calls()) * NANOS / (reading.nanos() - begin.nanos()));
                    begin = reading;
                    // A part that is too long shortens the next one, so that the parts of all nodes stay aligned in
                    // time.
                    end = Math.max(end + nanos, reading.nanos() + 1);
                }
            }
            return rates;
        }
    }
}
