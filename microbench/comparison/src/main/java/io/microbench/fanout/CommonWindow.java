// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import java.util.ArrayList;
import java.util.List;

/**
 * The time in which certainly all nodes were measuring, on the coordinator's clock.
 *
 * @param from when the last node had started, at the latest
 * @param to when the first node ended, at the earliest
 */
record CommonWindow(long from, long to) {

    private static final double NANOS = 1e9;

    /** Returns that of at least one node. */
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

    /** Returns by how much the starts of the nodes differ at most, in nanoseconds. */
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
     * @param nanos of each part, which all have room in what is {@link #covered} of the node; a part ends with the first
     *     reading after that
     * @return fewer where readings are farther from each other than parts are long
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
                // A part that was too long takes from the next one, so that those of all nodes stay side by side.
                end = Math.max(end + nanos, reading.nanos() + 1);
            }
        }
        return rates;
    }
}
