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
 * The calls per second in each sample of a round.
 *
 * @param nodes the rates of each node, by its name; all have the same number of samples, taken at the same times
 * @param spread maximum difference between the starts of the nodes, in nanoseconds
 * @param window the time during which all nodes were measuring, in nanoseconds
 */
record RoundRates(Map<String, List<Double>> nodes, long spread, long window) {

    /** The minimum length of the window as a share of the requested time; a shorter window shortens the samples. */
    private static final double LEAST = 0.5;

    /**
     * Computes the rates over the common window.
     *
     * @param times the times of at least one node
     * @return empty if the nodes measured together for less than half of the requested time
     */
    static Optional<RoundRates> of(Map<String, NodeTimes> times, int samples, Duration duration) {
        List<NodeTimes> all = List.copyOf(times.values());
        CommonWindow window = CommonWindow.of(all);
        long covered = all.stream().mapToLong(window::covered).min().orElse(0);
        long requested = samples * duration.toNanos();
        if (covered < requested * LEAST) {
            return Optional.empty();
        }
        long part = Math.min(requested, covered) / samples;
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        times.forEach((node, measured) -> rates.put(node, window.rates(measured, samples, part)));
        int least = rates.values().stream().mapToInt(List::size).min().orElse(0);
        rates.replaceAll((node, measured) -> List.copyOf(measured.subList(0, least)));
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
     * The time at which a node measured, as bounds on the coordinator's clock.
     *
     * <p>A node starts after the start command was sent and before its reply arrived. The same is true of its end and
     * the stop command. Its own clock measures the duration, so the bounds of the end also give bounds of the start.
     *
     * @param earliest the earliest possible start, in nanoseconds on the coordinator's clock
     * @param latest the latest possible start, on the same clock
     * @param readings its counts, at least two, the first at the start
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
            // If the two clocks run at different speeds, only the bounds at the start are valid.
            return earliest <= latest
                    ? new NodeTimes(earliest, latest, readings)
                    : new NodeTimes(goSent, startedSeen, readings);
        }

        /** Returns the time from the start to a reading, in nanoseconds. */
        private long since(CallCount reading) {
            return reading.nanos() - readings.get(0).nanos();
        }

        /** Returns the earliest possible time of a reading, on the coordinator's clock. */
        long earliest(CallCount reading) {
            return earliest + since(reading);
        }

        /** Returns the latest possible time of a reading, on the coordinator's clock. */
        long latest(CallCount reading) {
            return latest + since(reading);
        }
    }

    /**
     * The time during which all nodes were certainly measuring, on the coordinator's clock.
     *
     * @param from the latest possible start of the last node
     * @param to the earliest possible end of the first node
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

        /** Returns the time within the window during which a node is known to have measured, in nanoseconds; 0 if unknown. */
        long covered(NodeTimes node) {
            List<CallCount> inside = inside(node);
            return inside.size() < 2
                    ? 0
                    : inside.get(inside.size() - 1).nanos() - inside.get(0).nanos();
        }

        /**
         * Returns the calls per second of a node in parts of the window, one after the other.
         *
         * @param parts the number of parts, at least 1
         * @param nanos minimum length of each part, which ends with the next reading; all parts together must not
         *     exceed the {@link #covered} time of the node
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
                    // A part that is too long shortens the next one, to keep the parts of all nodes aligned.
                    end = Math.max(end + nanos, reading.nanos() + 1);
                }
            }
            return rates;
        }
    }
}
