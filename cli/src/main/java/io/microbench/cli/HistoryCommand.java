// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.history.ActionBenchmarkExport;
import io.microbench.history.CaseHistory;
import io.microbench.history.GateNotes;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.HistoryException;
import io.microbench.history.HistoryStore;
import io.microbench.history.Nomination;
import io.microbench.history.OtavaExport;
import io.microbench.history.RunSummary;
import io.microbench.report.HistoryReport;
import io.microbench.report.HtmlHistory;
import io.microbench.result.RunReader;
import io.microbench.settings.CaseFilter;
import io.microbench.settings.ConfigurationException;
import io.microbench.text.Counted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Reads a history of runs: a folder with one file for each run, or a database.",
            "",
            "Under Maven, -Dmicrobench.history=HISTORY appends each run when it ends."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench history list perf-history",
            "  microbench history show perf-history '*Allocator*:size=1024,*'",
            "  microbench history page perf-history --output history.html",
            "  microbench history suspects perf-history --branch main",
            "  microbench history export perf-history otava otava/",
            "  microbench history add perf-history target/microbench/20260504T030201Z-4f2a"
        })
final class HistoryCommand implements Callable<Integer> {

    private static final String CASES =
            "Which cases, as in -Dmicrobench.cases: '*Allocator*:size=1024', and '!*:kind=heap' to exclude cases. Default: all.";

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    HistoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Expected a command after history: list, show, page, suspects, export or add");
    }

    @Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the runs in chronological order.")
    int list(@Mixin HistoryOptions history) {
        console.out().print(HistoryReport.runs(history.runs(console), console.style()));
        return ExitCode.FINE;
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Shows every value of a case, and the points at which its level changed.")
    int show(
            @Mixin HistoryOptions history,
            @Parameters(index = "1", arity = "0..1", paramLabel = "CASE", defaultValue = "*", description = CASES)
                    String pattern) {
        console.out()
                .print(chosen(history.runs(console), pattern).stream()
                        .map(each -> HistoryReport.line(each, console.style()))
                        .collect(Collectors.joining("\n")));
        return ExitCode.FINE;
    }

    @Command(
            name = "suspects",
            mixinStandardHelpOptions = true,
            description = "Lists the cases of the latest run that may have become slower; 'gate' confirms them.")
    int suspects(
            @Mixin HistoryOptions history,
            @Option(names = "--run", paramLabel = "ID", description = "The run to check. Default: the latest.")
                    Optional<String> run) {
        List<RunSummary> runs = history.runs(console);
        console.out()
                .print(HistoryReport.suspects(
                        nominate(runs, HistoryOptions.choose(runs, run), history), console.style()));
        return ExitCode.FINE;
    }

    private Nomination nominate(List<RunSummary> runs, RunSummary run, HistoryOptions history) {
        List<GateNotes> notes = history.notes(console);
        try (ProgressLine line = ProgressLine.of(console)) {
            line.show("Searching " + Counted.of(runs.size(), "run") + " for changes");
            return HistoryAnalysis.DEFAULTS.nominate(runs, run, notes);
        }
    }

    @Command(
            name = "page",
            mixinStandardHelpOptions = true,
            description = "Draws a chart of each case in one HTML file, suspects of the latest run first.")
    int page(
            @Mixin HistoryOptions history,
            @Parameters(index = "1", arity = "0..1", paramLabel = "CASE", defaultValue = "*", description = CASES)
                    String pattern,
            @Option(names = Destination.OUTPUT, paramLabel = Destination.LABEL, description = Destination.MEANING)
                    Optional<Path> output) {
        Destination destination = new Destination(output);
        List<RunSummary> runs = history.runs(console);
        List<CaseHistory> cases = chosen(runs, pattern);
        Set<String> names = cases.stream().map(CaseHistory::caseId).collect(Collectors.toSet());
        Nomination nomination = nominate(runs, HistoryOptions.choose(runs, Optional.empty()), history)
                .of(names::contains);
        destination.write(console, out -> out.write(HtmlHistory.render(runs, cases, nomination)));
        return ExitCode.FINE;
    }

    private static List<CaseHistory> chosen(List<RunSummary> runs, String pattern) {
        List<String> ids = HistoryAnalysis.caseIds(runs);
        CaseFilter filter = SettingOptions.filter("CASE \"" + pattern + "\"", pattern);
        List<String> chosen = ids.stream().filter(filter::matches).toList();
        if (chosen.isEmpty()) {
            throw new ConfigurationException("\"" + pattern + "\" matches none of " + Counted.of(ids.size(), "case")
                    + " in the history, such as " + ids.get(0));
        }
        return HistoryAnalysis.DEFAULTS.cases(runs, chosen);
    }

    enum Target {
        OTAVA,
        ACTION
    }

    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            description = {
                "Writes files for another tool.",
                "otava: Apache Otava's CSV, a file for each case, and its configuration.",
                "action: the latest run as github-action-benchmark's JSON."
            })
    int export(
            @Mixin HistoryOptions history,
            @Parameters(index = "1", paramLabel = "otava|action", description = "The tool.") Target target,
            @Parameters(index = "2", paramLabel = "DIR", description = "Folder for the files.") Path folder) {
        List<RunSummary> runs = history.runs(console);
        if (target == Target.OTAVA) {
            OtavaExport.write(folder, runs).forEach(console.out()::println);
            return ExitCode.FINE;
        }
        RunSummary run = HistoryOptions.choose(runs, Optional.empty());
        List<Path> files = ActionBenchmarkExport.write(folder, run);
        files.forEach(console.out()::println);
        if (run.starvedCases() > 0) {
            console.err()
                    .println("microbench: " + run.starvedCases() + " of "
                            + Counted.of(run.cases().size(), "case")
                            + " omitted: most of their measured iterations waited for a processor.");
        }
        return files.isEmpty() ? ExitCode.USAGE : ExitCode.FINE;
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = "Appends stored runs. A run that already exists is left unchanged.")
    int add(
            @Mixin HistoryOptions history,
            @Parameters(index = "1..*", arity = "1..*", paramLabel = "RUN", description = "Folders of runs.")
                    List<Path> folders) {
        // Reads all folders before it writes the first run, so an invalid folder adds nothing.
        List<RunSummary> runs = folders.stream()
                .map(folder -> summary(folder, history.branch()))
                .toList();
        try (HistoryStore store = history.open()) {
            for (RunSummary run : runs) {
                boolean added = store.append(run);
                console.out().println((added ? "Added " : "Already exists: ") + run.id());
            }
        }
        return ExitCode.FINE;
    }

    private static RunSummary summary(Path folder, Optional<String> branch) {
        RunSummary run = RunSummary.of(RunReader.readSound(folder), branch);
        if (run.cases().isEmpty()) {
            throw new ConfigurationException(
                    folder + ": no case of this run has a score to keep. Add a run with measured cases.");
        }
        return run;
    }

    /** Selects a history, and the part of it to read. */
    static final class HistoryOptions {

        @Parameters(index = "0", paramLabel = "HISTORY", description = "Folder or JDBC URL of the history.")
        private String place = "";

        @Option(names = "--branch", paramLabel = "NAME", description = "Only runs of this branch. Default: all runs.")
        private Optional<String> branch = Optional.empty();

        Optional<String> branch() {
            return branch;
        }

        HistoryStore open() {
            return HistoryStore.open(place);
        }

        List<RunSummary> runs(Console console) {
            return runs(place, branch, console);
        }

        /** Reads the runs of a history in chronological order and reports unreadable ones. */
        static List<RunSummary> runs(String place, Optional<String> branch, Console console) {
            try (HistoryStore store = HistoryStore.open(place);
                    ProgressLine line = ProgressLine.of(console)) {
                List<RunSummary> runs = store.read(
                        branch,
                        warning -> {
                            line.clear();
                            console.warn(warning);
                        },
                        (done, all) -> line.step("Reading the history", done, all));
                if (runs.isEmpty()) {
                    String branches = store.read(Optional.empty(), warning -> {}).stream()
                            .flatMap(run -> run.branch().stream())
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(" or "));
                    boolean missing = !place.startsWith("jdbc:") && Files.notExists(Path.of(place));
                    throw new ConfigurationException(store + (missing ? " does not exist" : " has no run")
                            + branch.map(name -> " of branch " + name)
                                    .filter(text -> !missing)
                                    .orElse("")
                            + (branches.isEmpty() ? "" : ". Expected " + branches)
                            + ". Append runs with -Dmicrobench.history=..., or with microbench history add");
                }
                return runs;
            }
        }

        List<GateNotes> notes(Console console) {
            try (HistoryStore store = open()) {
                return store.notes(console::warn);
            }
        }

        /** Saves the notes of a gate, if any. A failure only causes a warning, because the verdict is still valid. */
        void keep(GateNotes notes, Console console) {
            if (notes.suspects().isEmpty()) {
                return;
            }
            try (HistoryStore store = open()) {
                store.keep(notes);
            } catch (HistoryException e) {
                console.warn("the next gate will not include open suspects: " + e.getMessage());
            }
        }

        /** Returns the run with the given id; the latest if no id is given. */
        static RunSummary choose(List<RunSummary> runs, Optional<String> id) {
            if (id.isEmpty()) {
                return runs.get(runs.size() - 1);
            }
            return runs.stream()
                    .filter(run -> run.id().equals(id.get()))
                    .findFirst()
                    .orElseThrow(() -> new ConfigurationException("The history has no run \"" + id.get()
                            + "\"; its latest is " + runs.get(runs.size() - 1).id()));
        }
    }
}
