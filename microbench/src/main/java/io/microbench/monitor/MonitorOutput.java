// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.text.ConsoleStyle;
import io.microbench.text.Csv;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Creates listeners of a {@link MonitorHistory} that write its samples. */
public final class MonitorOutput {

    private static final String CSV = ".csv";
    private static final double MILLIS = 1e3;

    private MonitorOutput() {}

    /**
     * Returns a listener that writes the rows of a table.
     *
     * @param nodes names of the nodes that have forks; none for this machine
     * @param lines receives each line
     */
    public static Consumer<MonitorHistory.Sample> table(Collection<String> nodes, Consumer<String> lines) {
        MonitorTable table = new MonitorTable(nodes);
        return sample -> table.lines(sample).forEach(lines);
    }

    /**
     * Returns a listener that appends to a file, which is created if it does not exist: comma-separated values if its name ends
     * in {@code .csv}, with a header if it was empty; otherwise the rows of a table.
     *
     * @param nodes names of the nodes that have forks; none for this machine
     * @throws IOException if the file cannot be written
     */
    public static Consumer<MonitorHistory.Sample> file(Path file, Collection<String> nodes) throws IOException {
        Files.createDirectories(Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file));
        append(file, "");
        if (!file.toString().toLowerCase(Locale.ROOT).endsWith(CSV)) {
            return table(nodes, line -> later(file, line + System.lineSeparator()));
        }
        if (Files.size(file) == 0) {
            append(file, header());
        }
        return sample -> later(file, row(sample));
    }

    /** Writes while a fork is measured, when errors cannot be handled. */
    private static void later(Path file, String text) {
        try {
            append(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("The monitor cannot write " + file + " (" + e + ")", e);
        }
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String header() {
        return Csv.row(List.of(
                "time",
                "node",
                "job",
                "silentSeconds",
                "lost",
                "cpuPercent",
                "jitCpuPercent",
                "gcCpuPercent",
                "threads",
                "virtualThreads",
                "files",
                "heapBytes",
                "directBytes",
                "metaspaceBytes",
                "codeBytes",
                "operationsPerSecond"));
    }

    /** Returns numbers in full, in bytes and operations, and an empty cell for an unknown value. */
    private static String row(MonitorHistory.Sample sample) {
        return Csv.row(List.of(
                sample.time().truncatedTo(ChronoUnit.MILLIS).toString(),
                sample.node().orElse(""),
                sample.job(),
                Csv.number(sample.silent().toMillis() / MILLIS),
                Boolean.toString(sample.lost()),
                Csv.number(sample.cpu()),
                Csv.number(sample.jitCpu()),
                Csv.number(sample.gcCpu()),
                Csv.count(sample.threads()),
                Csv.count(sample.virtualThreads()),
                Csv.count(sample.files()),
                Csv.count(sample.heap()),
                Csv.count(sample.direct()),
                Csv.count(sample.metaspace()),
                Csv.count(sample.code()),
                Csv.number(sample.rate())));
    }

    /**
     * Writes samples as rows of an endless table.
     *
     * <p>The header is repeated after every {@value #ROWS} rows. Without nodes, it is also repeated when another job begins, with the
     * job's name above the last column. With nodes, each job has its own line, before the first row of its node after a header. The
     * columns are always the same.
     */
    static final class MonitorTable {

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
}
