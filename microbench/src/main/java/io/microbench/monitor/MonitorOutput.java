// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
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
}
