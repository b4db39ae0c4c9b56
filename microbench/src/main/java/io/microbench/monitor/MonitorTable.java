/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.monitor;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes samples as the rows of a table that never ends.
 *
 * <p>The header comes back after every {@value #ROWS} rows, and whenever another job begins, whose name stands over the last
 * column. The columns are always the same.
 */
public final class MonitorTable {

    /** Rows between two headers: less than what a screen shows. */
    static final int ROWS = 30;

    private static final String HEAD =
            "Time                   CPU%   JIT%    GC%  Threads  Virtual  Files  Heap MiB  Direct MiB  Meta MiB  Code MiB"
                    + "      Ops/s";

    private static final double MEBIBYTE = 1 << 20;
    private static final String UNKNOWN = "n/a";

    private int rows;
    private String job = "";

    /** Returns the row of a sample, with a header before it where one is due. */
    public List<String> lines(MonitorSample sample) {
        List<String> lines = new ArrayList<>();
        if (rows == 0 || rows == ROWS || !sample.job().equals(job)) {
            job = sample.job();
            rows = 0;
            lines.add(HEAD + "  " + job);
        }
        rows++;
        lines.add(row(sample));
        return lines;
    }

    private static String row(MonitorSample sample) {
        return String.format(
                Locale.ROOT,
                "%-20s %6s %6s %6s %8s %8s %6s %9s %11s %9s %9s %10s",
                sample.time().truncatedTo(ChronoUnit.SECONDS),
                fixed(sample.cpu(), 1),
                fixed(sample.jitCpu(), 1),
                fixed(sample.gcCpu(), 1),
                fixed(sample.threads(), 0),
                fixed(sample.virtualThreads(), 0),
                fixed(sample.files(), 0),
                fixed(sample.heap() / MEBIBYTE, 1),
                fixed(sample.direct() / MEBIBYTE, 1),
                fixed(sample.metaspace() / MEBIBYTE, 1),
                fixed(sample.code() / MEBIBYTE, 1),
                rate(sample.rate()));
    }

    private static String fixed(double value, int decimals) {
        return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Decimal prefixes, four significant digits: {@code 706.1 M}. */
    private static String rate(double rate) {
        if (Double.isNaN(rate)) {
            return UNKNOWN;
        }
        String[] prefixes = {"", "k", "M", "G", "T"};
        int prefix = 0;
        double scaled = rate;
        while (scaled >= 999.95 && prefix < prefixes.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        String number = fixed(scaled, scaled < 10 ? 3 : scaled < 100 ? 2 : 1);
        return prefix == 0 ? number : number + " " + prefixes[prefix];
    }
}
