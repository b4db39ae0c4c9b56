// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.judge.RunComparison;
import io.microbench.report.ConsoleReport;
import io.microbench.report.HtmlReport;
import io.microbench.report.MarkdownReport;
import io.microbench.report.Repeat;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The format and the destination of a comparison. */
final class ComparisonOutput {

    private static final String TABLE = "table";
    private static final String MARKDOWN = "markdown";
    private static final String HTML = "html";
    private static final String JSON = "json";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table, markdown, html, or json (as in comparison.json). Default: ${DEFAULT-VALUE}.")
    private String form = TABLE;

    @Mixin
    private Destination destination = new Destination();

    /**
     * Refuses an unknown format and a file that cannot be written, before anything is measured.
     *
     * @throws io.microbench.settings.ConfigurationException for such a format or file
     */
    void require() {
        form = SnippetQuestion.oneOf("--format", form, TABLE, MARKDOWN, HTML, JSON);
        destination.require();
    }

    /** Returns whether standard output has a table, and not a document. */
    boolean isTable() {
        return form.equals(TABLE);
    }

    /**
     * Draws a comparison.
     *
     * @param candidate the candidate's run, which some forms show
     */
    void write(Console console, RunComparison comparison, Supplier<RunRecord> candidate, Repeat repeat) {
        destination.write(console, out -> out.write(text(console, comparison, candidate, repeat)));
    }

    private String text(Console console, RunComparison comparison, Supplier<RunRecord> candidate, Repeat repeat) {
        return switch (form) {
            case MARKDOWN -> MarkdownReport.render(candidate.get(), Optional.of(comparison));
            case HTML -> HtmlReport.render(candidate.get(), Optional.of(comparison), Map.of(), Optional.of(repeat));
            case JSON -> new String(RecordJson.document(comparison), StandardCharsets.UTF_8);
            default -> ConsoleReport.render(comparison, console.style());
        };
    }
}
