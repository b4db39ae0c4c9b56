// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.Locale;

/** Formats a row for each interval, for a console. */
final class IntervalTable {

    private final int size;
    private final boolean open;
    private final Resolution resolution;

    /**
     * Creates a table.
     *
     * @param size bytes of a message
     * @param open whether messages are sent on schedule: then times are response times, otherwise round trips
     */
    IntervalTable(int size, boolean open, Resolution resolution) {
        this.size = size;
        this.open = open;
        this.resolution = resolution;
    }

    String header() {
        return String.format(
                Locale.ROOT,
                "%17s  %10s  %12s  %14s  %12s  %12s  %10s",
                "Interval",
                "Messages",
                "Bytes",
                "Throughput",
                "Rate",
                (open ? "Response" : "Trip") + " P50",
                "P99");
    }

    /** Returns a row with the messages that came back, and the bytes of both directions. */
    String row(LoadInterval interval) {
        Transfer sum = interval.sum();
        double bytes = (double) size * (sum.sent() + sum.back());
        return String.format(
                Locale.ROOT,
                "%6.2f - %6.2f s  %10d  %12s  %14s  %10.1f/s  %12s  %10s",
                interval.from() / 1e9,
                interval.to() / 1e9,
                sum.back(),
                Resolution.bytes(bytes),
                Resolution.bytes(bytes / interval.seconds()) + "/s",
                sum.back() / interval.seconds(),
                sum.back() == 0 ? "" : resolution.duration((double) interval.median()),
                sum.back() == 0 ? "" : resolution.duration((double) interval.p99()));
    }
}
