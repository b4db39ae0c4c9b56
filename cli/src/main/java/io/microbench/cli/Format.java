// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.judge.RunComparison;
import io.microbench.report.ConsoleReport;
import io.microbench.report.CsvReport;
import io.microbench.report.CurveExport;
import io.microbench.report.HistoryPoint;
import io.microbench.report.HtmlReport;
import io.microbench.report.JmhJson;
import io.microbench.report.MarkdownReport;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The formats of a run. */
enum Format {
    TABLE,
    MARKDOWN,
    HTML,
    CSV,
    CSV_RAW,
    CSV_CURVES,
    JSON_CURVES,
    JMH_JSON;

    /**
     * Renders a run, with its comparison with an earlier run if there is one.
     *
     * @throws IOException if the writer does
     */
    void draw(
            RunRecord run,
            Optional<RunComparison> comparison,
            Optional<String> reference,
            Map<CaseId, List<HistoryPoint>> history,
            ConsoleStyle style,
            Writer out)
            throws IOException {
        switch (this) {
            case TABLE -> out.write(ConsoleReport.render(run, comparison, reference, style));
            case MARKDOWN -> out.write(MarkdownReport.render(run, comparison));
            case HTML -> out.write(HtmlReport.render(run, comparison, history));
            case CSV -> out.write(CsvReport.statistics(run));
            case CSV_RAW -> CsvReport.raw(run, out);
            case CSV_CURVES -> out.write(CurveExport.csv(run));
            case JSON_CURVES -> out.write(CurveExport.json(run, comparison));
            case JMH_JSON -> JmhJson.write(run.environment().jmh(), run.cases(), out);
        }
    }

    /** Parses the name of a format, such as {@code jmh-json}. */
    static Format of(String text) {
        String[] labels = Arrays.stream(values())
                .map(format -> format.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toArray(String[]::new);
        return valueOf(SnippetQuestion.oneOf("--format", text, labels)
                .toUpperCase(Locale.ROOT)
                .replace('-', '_'));
    }
}
