// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.compare.ComparisonFolder;
import io.microbench.history.ActionBenchmarkExport;
import io.microbench.history.CaseHistory;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.HistoryStore;
import io.microbench.history.OtavaExport;
import io.microbench.history.RunSummary;
import io.microbench.judge.Baselines;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.report.ConsoleReport;
import io.microbench.report.CsvReport;
import io.microbench.report.CurveExport;
import io.microbench.report.HistoryReport;
import io.microbench.report.HtmlReport;
import io.microbench.report.JmhJson;
import io.microbench.report.MarkdownReport;
import io.microbench.report.VerdictTable;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.warning.Warning;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that is done with a record, a comparison, or a history once it has been read. */
final class Uses {

    private static final ConsoleStyle STYLE = ConsoleStyle.plain();

    private final RunRecord sound;
    private final Path folder;

    /** Compares records with a valid one; files are created in a folder. */
    Uses(RunRecord sound, Path folder) {
        this.sound = sound;
        this.folder = folder;
    }

    /** Reads a run and exercises all code that uses runs. */
    void run(Path file) throws IOException {
        RunReader.read(file);
        RunRecord run = RunReader.readSound(file);
        Warning.of(run);
        draw(run, Optional.empty());
        JudgeSettings forced = JudgeSettings.DEFAULTS.force();
        Judge.compare("old", sound, "new", run, JudgeSettings.DEFAULTS);
        compared(Judge.compare("old", sound, "new", run, forced), run);
        compared(Judge.compare("old", run, "new", sound, forced), sound);
        compared(Judge.compare("old", run, "new", run, forced), run);
        baseline(run);
        history(run);
    }

    private static void draw(RunRecord run, Optional<RunComparison> comparison) throws IOException {
        ConsoleReport.render(run, comparison, Optional.empty(), STYLE);
        MarkdownReport.render(run, comparison);
        HtmlReport.render(run, comparison, Map.of());
        CsvReport.statistics(run);
        CsvReport.raw(run, new StringBuilder());
        CurveExport.csv(run);
        CurveExport.json(run);
        JmhJson.write(run.environment().jmh(), run.cases(), Writer.nullWriter());
    }

    private static void compared(RunComparison comparison, RunRecord run) {
        VerdictTable.render(comparison, STYLE);
        ConsoleReport.render(run, Optional.of(comparison), Optional.empty(), STYLE);
        MarkdownReport.render(run, Optional.of(comparison));
    }

    private void baseline(RunRecord run) throws IOException {
        Path baselines = clean("baselines");
        boolean saved = new Baselines(baselines).save("mutant", run).isPresent();
        assertThat(new Baselines(baselines).find("mutant").isPresent()).isEqualTo(saved);
    }

    private void history(RunRecord run) throws IOException {
        Path entries = clean("history");
        try (HistoryStore history = HistoryStore.open(entries.toString())) {
            RunSummary summary = RunSummary.of(run, Optional.of("main"));
            history.append(summary);
            history.append(RunSummary.of(sound, Optional.of("main")));
            HtmlReport.render(
                    run,
                    Optional.empty(),
                    HistoryAnalysis.DEFAULTS.upTo(summary, history.read(Optional.empty(), warning -> {})));
            history(history);
        }
    }

    /** Uses a history in all ways, and returns its warnings. */
    List<String> history(HistoryStore history) throws IOException {
        List<String> warnings = new ArrayList<>();
        List<RunSummary> runs = history.read(Optional.of("main"), warnings::add);
        HistoryReport.runs(runs, STYLE);
        List<CaseHistory> cases = HistoryAnalysis.DEFAULTS.cases(runs);
        cases.forEach(each -> HistoryReport.line(each, STYLE));
        for (RunSummary run : runs) {
            HistoryReport.suspects(HistoryAnalysis.DEFAULTS.nominate(runs, run, List.of()), STYLE);
            ActionBenchmarkExport.write(clean("action"), run);
        }
        OtavaExport.write(clean("otava"), runs);
        return warnings;
    }

    /** Reads a comparison and draws it as the command does. */
    void comparison(Path comparisonFolder) throws IOException {
        RunComparison comparison = ComparisonFolder.read(comparisonFolder);
        VerdictTable.render(comparison, STYLE);
        RunRecord run = RunReader.readSound(ComparisonFolder.candidateRun(comparisonFolder));
        draw(run, Optional.of(comparison));
    }

    private Path clean(String name) throws IOException {
        Path made = folder.resolve(name);
        if (Files.exists(made)) {
            try (Stream<Path> all = Files.walk(made)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return made;
    }
}
