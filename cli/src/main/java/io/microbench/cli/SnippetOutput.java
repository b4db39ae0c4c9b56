// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.ReportCommand.Format;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.snippet.SnippetTable;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Writes the results of snippets in the requested format, to standard output or into a file. */
final class SnippetOutput {

    private static final String TABLE = "table";
    private static final String PAGE = "html";
    private static final String JSON = "json";

    private final Console console;
    private final Destination destination;
    private final String format;

    SnippetOutput(Console console, SnippetOptions options, boolean ladder) {
        this.console = console;
        this.destination = options.destination;
        destination.require();
        this.format = SnippetQuestion.oneOf(
                "--format",
                options.format.orElse(TABLE),
                TABLE,
                "basic",
                "extended",
                "full",
                JSON,
                "csv",
                "markdown",
                PAGE,
                "csv-curves",
                "json-curves",
                "jmh-json");
        SnippetQuestion.needs(
                "--format " + format,
                format.endsWith("-curves"),
                "several numbers of workers, --concurrency 1,2,4 or squeeze",
                ladder);
    }

    /** Returns whether a format is the table, in one of its forms. */
    static boolean isTable(String format) {
        return format.equalsIgnoreCase(TABLE) || form(format).isPresent();
    }

    boolean isTable() {
        return isTable(format);
    }

    /** Returns the requested form of the table; empty if it depends on the number of samples. */
    Optional<SnippetTable.Form> form() {
        return form(format);
    }

    private static Optional<SnippetTable.Form> form(String format) {
        return Arrays.stream(SnippetTable.Form.values())
                .filter(form -> form.name().equalsIgnoreCase(format))
                .findFirst();
    }

    /** Writes a run in the requested format. The table and the page are only created if requested. */
    void write(RunRecord run, Supplier<String> table, Supplier<String> page) {
        destination.write(console, out -> {
            if (isTable()) {
                out.write(table.get());
            } else if (format.equals(PAGE)) {
                out.write(page.get());
            } else if (format.equals(JSON)) {
                out.write(RecordJson.text(run));
            } else {
                Format.of(format).draw(run, Optional.empty(), Optional.empty(), Map.of(), console.style(), out);
            }
        });
    }
}
