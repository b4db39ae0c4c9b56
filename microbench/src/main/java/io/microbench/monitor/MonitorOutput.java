// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.monitor.MonitorHistory.Sample;
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
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Creates listeners of a {@link MonitorHistory} that write its samples. */
public final class MonitorOutput {

    private static final String CSV = ".csv";
    private static final double MILLIS = 1e3;
    private static final double MEBIBYTE = 1 << 20;

    private static final List<Column> COLUMNS = List.of(
            new Column("cpuPercent", "CPU%", 6, Sample::cpu, Csv::number, share -> Numbers.fixed(share, 1)),
            new Column("jitCpuPercent", "JIT%", 6, Sample::jitCpu, Csv::number, share -> Numbers.fixed(share, 1)),
            new Column("gcCpuPercent", "GC%", 6, Sample::gcCpu, Csv::number, share -> Numbers.fixed(share, 1)),
            new Column("threads", "Threads", 8, Sample::threads, Csv::count, count -> Numbers.fixed(count, 0)),
            new Column("virtualThreads", "Virtual", 8, Sample::virtualThreads, Csv::count, n -> Numbers.fixed(n, 0)),
            new Column("files", "Files", 6, Sample::files, Csv::count, count -> Numbers.fixed(count, 0)),
            new Column("heapBytes", "Heap MiB", 9, Sample::heap, Csv::count, MonitorOutput::mebibytes),
            new Column("directBytes", "Direct MiB", 11, Sample::direct, Csv::count, MonitorOutput::mebibytes),
            new Column("metaspaceBytes", "Meta MiB", 9, Sample::metaspace, Csv::count, MonitorOutput::mebibytes),
            new Column("codeBytes", "Code MiB", 9, Sample::code, Csv::count, MonitorOutput::mebibytes),
            new Column("operationsPerSecond", "Ops/s", 10, Sample::rate, Csv::number, Quantity.COUNT::format));

    private MonitorOutput() {}

    /** Returns a listener that writes the rows of a table, for forks on the given nodes; empty for this machine. */
    public static Consumer<Sample> table(Collection<String> nodes, Consumer<String> lines) {
        MonitorTable table = new MonitorTable(nodes);
        return sample -> table.lines(sample).forEach(lines);
    }

    /**
     * Returns a listener that appends to a file, which is created if it does not exist: comma-separated values if its name ends
     * in {@code .csv}, with a header if it was empty; otherwise the rows of a table.
     *
     * @param nodes names of the nodes that have forks; empty for this machine
     */
    public static Consumer<Sample> file(Path file, Collection<String> nodes) throws IOException {
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
        return csv(List.of("time", "node", "job", "silentSeconds", "lost"), Column::name);
    }

    /** Formats a sample with unrounded numbers, in bytes and operations, and empty cells for unknown values. */
    private static String row(Sample sample) {
        return csv(
                List.of(
                        sample.time().truncatedTo(ChronoUnit.MILLIS).toString(),
                        sample.node().orElse(""),
                        sample.job(),
                        Csv.number(sample.silent().toMillis() / MILLIS),
                        Boolean.toString(sample.lost())),
                column -> column.exact().apply(column.value().applyAsDouble(sample)));
    }

    private static String csv(List<String> first, Function<Column, String> others) {
        return Csv.row(
                Stream.concat(first.stream(), COLUMNS.stream().map(others)).toList());
    }

    private static String mebibytes(double bytes) {
        return Numbers.fixed(bytes / MEBIBYTE, 1);
    }

    /** A value of a sample, with its name in a file, and its title and width in a table, where it is rounded. */
    private record Column(
            String name,
            String title,
            int width,
            ToDoubleFunction<Sample> value,
            DoubleFunction<String> exact,
            DoubleFunction<String> rounded) {}

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

        List<String> lines(Sample sample) {
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
            COLUMNS.forEach(column -> table.right(column.title(), 1, column.width()));
            return table.left(job);
        }

        private static List<String> cells(Sample sample, boolean withNodes) {
            List<String> cells = new ArrayList<>();
            cells.add(sample.time().truncatedTo(ChronoUnit.SECONDS).toString());
            if (withNodes) {
                cells.add(sample.node().orElse(HERE));
            }
            COLUMNS.forEach(
                    column -> cells.add(column.rounded().apply(column.value().applyAsDouble(sample))));
            cells.add(note(sample));
            return cells;
        }

        private static String note(Sample sample) {
            if (sample.lost()) {
                return "lost";
            }
            return sample.silent().compareTo(Duration.ZERO) > 0
                    ? "silent for " + sample.silent().toSeconds() + " s"
                    : "";
        }
    }
}
