// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.text.ConsoleStyle;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes samples as rows of an endless table.
 *
 * <p>The header is repeated after every {@value #ROWS} rows. Without nodes, it is also repeated when another job begins, with the
 * job's name above the last column. With nodes, each job has its own line, before the first row of its node after a header. The
 * columns are always the same.
 */
final class MonitorTable {

    /** Rows between two headers, fewer than on a screen. */
    static final int ROWS = 30;

    private static final double MEBIBYTE = 1 << 20;
    private static final String HERE = "";
    private static final String NODE = "Node";

    private final int nodeWidth;
    private final Map<String, String> jobs = new HashMap<>();
    private int rows;

    /** Creates a table for forks on the given nodes; without nodes, it has no column for them. */
    MonitorTable(Collection<String> nodes) {
        this.nodeWidth = nodes.isEmpty()
                ? 0
                : Math.max(
                        NODE.length(),
                        nodes.stream().mapToInt(String::length).max().orElse(0));
    }

    List<String> lines(MonitorHistory.Sample sample) {
        boolean withNodes = nodeWidth > 0;
        String node = sample.node().orElse(HERE);
        boolean begins = !sample.job().equals(jobs.get(node));
        TextTable table = table(withNodes ? "" : sample.job());
        table.row(cells(sample, withNodes));
        List<String> drawn = table.render().lines().toList();
        List<String> lines = new ArrayList<>();
        if (rows == 0 || rows == ROWS || (begins && !withNodes)) {
            jobs.clear();
            rows = 0;
            lines.add(drawn.get(0));
        }
        if (withNodes && !sample.job().equals(jobs.get(node))) {
            lines.add("# " + node + ": " + sample.job());
        }
        jobs.put(node, sample.job());
        rows++;
        lines.add(drawn.get(1));
        return lines;
    }

    /** Returns a table with columns of fixed width, so that rows are aligned with earlier ones. */
    private TextTable table(String job) {
        TextTable table = new TextTable(ConsoleStyle.plain()).left("Time", 20);
        if (nodeWidth > 0) {
            table.left(NODE, nodeWidth);
        }
        return table.right("CPU%", 1, 6)
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

    private static List<String> cells(MonitorHistory.Sample sample, boolean withNodes) {
        List<String> cells = new ArrayList<>();
        cells.add(sample.time().truncatedTo(ChronoUnit.SECONDS).toString());
        if (withNodes) {
            cells.add(sample.node().orElse(HERE));
        }
        cells.addAll(List.of(
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
                note(sample)));
        return cells;
    }

    private static String note(MonitorHistory.Sample sample) {
        if (sample.lost()) {
            return "lost";
        }
        return sample.silent().compareTo(Duration.ZERO) > 0
                ? "silent for " + sample.silent().toSeconds() + " s"
                : "";
    }
}
