// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.Locale;

/**
 * Formats durations like Rust's {@code Duration}; those below the clock's resolution are not shown as 0.
 *
 * @param nanos the resolution of the clock, at least 1
 */
record Resolution(long nanos) {

    private static final int PROBES = 1000;
    private static final long STEP = 1000;
    private static final String[] UNITS = {"ns", "µs", "ms"};

    static Resolution ofThisClock() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < PROBES; i++) {
            long first = System.nanoTime();
            long next = System.nanoTime();
            while (next == first) {
                next = System.nanoTime();
            }
            least = Math.min(least, next - first);
        }
        return new Resolution(Math.max(1, least));
    }

    /** Formats a duration with two decimals: {@code 3.20ms}; below the resolution {@code <25ns}. */
    String duration(double value) {
        if (value < nanos) {
            return "<" + nanos + "ns";
        }
        double shown = value;
        for (String unit : UNITS) {
            if (shown < STEP - 0.005) {
                return String.format(Locale.ROOT, "%.2f%s", shown, unit);
            }
            shown /= STEP;
        }
        return String.format(Locale.ROOT, "%.2fs", shown);
    }

    /** Formats a rate; if the time was below the resolution, its lower bound. */
    String throughput(double bytes, double value) {
        boolean below = value < nanos;
        double perSecond = bytes / (below ? nanos : value) * 1e9;
        return (below ? ">" : "") + bytes(perSecond) + "/s";
    }

    /** Formats a number of bytes, with binary units and two decimals: {@code 500.00 MiB}. */
    static String bytes(double value) {
        double shown = value;
        for (String unit : new String[] {"B", "KiB", "MiB"}) {
            if (shown < 1024 - 0.005) {
                return String.format(Locale.ROOT, "%.2f %s", shown, unit);
            }
            shown /= 1024;
        }
        return String.format(Locale.ROOT, "%.2f GiB", shown);
    }
}
