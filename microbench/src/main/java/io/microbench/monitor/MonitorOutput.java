// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import io.microbench.text.Csv;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/** Creates listeners of a {@link MonitorHistory} that write its samples. */
public final class MonitorOutput {

    private static final String CSV = ".csv";

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
            append(file, MonitorCsv.header());
        }
        return sample -> later(file, MonitorCsv.row(sample));
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

    /** Writes samples as comma-separated values: numbers in full, in bytes and operations, an empty cell for an unknown value. */
    private static final class MonitorCsv {
        private static final double MILLIS = 1e3;

        private MonitorCsv() {}

        static String header() {
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

        static String row(MonitorHistory.Sample sample) {
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
    }
}
