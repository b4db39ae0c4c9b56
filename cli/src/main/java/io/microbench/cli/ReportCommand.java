// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.HistoryCommand.HistoryOptions;
import io.microbench.compare.ComparisonFolder;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.judge.RunComparison;
import io.microbench.report.ConsoleReport;
import io.microbench.report.CsvReport;
import io.microbench.report.CurveExport;
import io.microbench.report.HtmlReport;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.report.JmhJson;
import io.microbench.report.MarkdownReport;
import io.microbench.report.VerdictTable;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.run.JoinedScore;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Creates a report of a run or a comparison from its folder, even if it was killed or is still"
                + " running.")
final class ReportCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            paramLabel = "DIR",
            description = "Folder of a run (with run.json) or of a comparison (comparison.json).")
    private Path folder = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table, markdown, html, csv, csv-raw (every iteration), csv-curves or json-curves (throughput"
                    + " against threads), or jmh-json (JMH's own). Default: table.")
    private String name = "table";

    @Option(names = Destination.OUTPUT, paramLabel = Destination.LABEL, description = Destination.MEANING)
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            description = "The reference that alternatives are compared with: a method, parameter=value, threads=n or"
                    + " a variant.")
    private Optional<String> reference = Optional.empty();

    @Option(
            names = "--report",
            paramLabel = "REPORT",
            description =
                    "table: compact, or full with all numbers about units of asynchronous work. Default: compact.")
    private Optional<String> report = Optional.empty();

    @Option(
            names = "--history",
            paramLabel = "HISTORY",
            description = "html: folder or JDBC URL of a history, to show the history of each case.")
    private Optional<String> history = Optional.empty();

    @Option(
            names = "--branch",
            paramLabel = "NAME",
            description = "html: the branch of the history. Default: all runs.")
    private Optional<String> branch = Optional.empty();

    ReportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        new Destination(output).write(console, drawn());
        return ExitCode.FINE;
    }

    /** Reads the input, so that unreadable input is reported before anything is written. */
    private WholeFile.Content drawn() {
        Format format = Format.of(name);
        SnippetQuestion.needs("--report", report.isPresent(), "--format table", format == Format.TABLE);
        boolean full = report.map(text -> SnippetQuestion.oneOf("--report", text, "compact", "full"))
                .filter("full"::equals)
                .isPresent();
        folder = OutputFolder.only(folder, run -> "microbench report " + run);
        boolean compared = ComparisonFolder.isComparison(folder);
        Optional<RunComparison> comparison = compared ? Optional.of(ComparisonFolder.read(folder)) : Optional.empty();
        if (compared && format == Format.TABLE) {
            return out -> out.write(VerdictTable.render(comparison.orElseThrow(), console.style()));
        }
        RunRecord run =
                JoinedScore.soFar(RunReader.readSound(compared ? ComparisonFolder.candidateRun(folder) : folder));
        Map<String, HistorySegment> past = past(run);
        if (compared && format == Format.HTML) {
            Optional<Repeat> repeat = Optional.of(ComparisonFolder.repeat(folder));
            return out -> out.write(HtmlReport.render(run, comparison, past, repeat));
        }
        if (full) {
            return out -> out.write(ConsoleReport.render(run, comparison, reference, true, console.style()));
        }
        return out -> format.draw(run, comparison, reference, past, console.style(), out);
    }

    private Map<String, HistorySegment> past(RunRecord run) {
        SnippetQuestion.needs("--branch", branch.isPresent(), "--history", history.isPresent());
        return history.map(place -> HistoryAnalysis.DEFAULTS.upTo(
                        RunSummary.of(run, branch), HistoryOptions.runs(place, branch, console)))
                .orElse(Map.of());
    }

    enum Format {
        TABLE,
        MARKDOWN,
        HTML,
        CSV,
        CSV_RAW,
        CSV_CURVES,
        JSON_CURVES,
        JMH_JSON;

        /** Renders a run, with its comparison with an earlier run if there is one. */
        void draw(
                RunRecord run,
                Optional<RunComparison> comparison,
                Optional<String> reference,
                Map<String, HistorySegment> history,
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
                case JSON_CURVES -> out.write(CurveExport.json(run));
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
}
