/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.monitor;

import io.microbench.text.ConsoleStyle;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes samples as the rows of a table that never ends.
 *
 * <p>The header comes back after every {@value #ROWS} rows, and whenever another job begins, whose name stands over the last
 * column. The columns are always the same.
 */
final class MonitorTable {

    /** Rows between two headers: less than what a screen shows. */
    static final int ROWS = 30;

    private static final double MEBIBYTE = 1 << 20;

    private int rows;
    private String job = "";

    /** Returns the row of a sample, with a header before it where one is due. */
    List<String> lines(MonitorHistory.Sample sample) {
        TextTable table = table(sample.job());
        table.row(cells(sample));
        List<String> drawn = table.render().lines().toList();
        List<String> lines = new ArrayList<>();
        if (rows == 0 || rows == ROWS || !sample.job().equals(job)) {
            job = sample.job();
            rows = 0;
            lines.add(drawn.get(0));
        }
        rows++;
        lines.add(drawn.get(1));
        return lines;
    }

    /** Returns a table whose columns are always as wide, so that a row fits below one of minutes ago. */
    private static TextTable table(String job) {
        return new TextTable(ConsoleStyle.plain())
                .left("Time", 20)
                .right("CPU%", 1, 6)
                .right("JIT%", 1, 6)
                .right("GC%", 1, 6)
                .right("Threads", 1, 8)
                .right("Virtual", 1, 8)
                .right("Files", 1, 6)
                .right("Heap MiB", 1, 9)
                .right("Direct MiB", 1, 11)
                .right("Meta MiB", 1, 9)
                .right("Code MiB", 1, 9)
                .right("Ops/s", 1, 10)
                .left(job);
    }

    private static List<String> cells(MonitorHistory.Sample sample) {
        return List.of(
                sample.time().truncatedTo(ChronoUnit.SECONDS).toString(),
                Numbers.fixed(sample.cpu(), 1),
                Numbers.fixed(sample.jitCpu(), 1),
                Numbers.fixed(sample.gcCpu(), 1),
                Numbers.fixed(sample.threads(), 0),
                Numbers.fixed(sample.virtualThreads(), 0),
                Numbers.fixed(sample.files(), 0),
                Numbers.fixed(sample.heap() / MEBIBYTE, 1),
                Numbers.fixed(sample.direct() / MEBIBYTE, 1),
                Numbers.fixed(sample.metaspace() / MEBIBYTE, 1),
                Numbers.fixed(sample.code() / MEBIBYTE, 1),
                Quantity.COUNT.format(sample.rate()),
                "");
    }
}
