// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.RunCommand.SuiteOptions;
import io.microbench.forks.RunLock;
import io.microbench.judge.RunComparison;
import io.microbench.monitor.MonitorHistory;
import io.microbench.monitor.MonitorOutput;
import io.microbench.process.ShutdownHook;
import io.microbench.profile.ProfilerPlan;
import io.microbench.report.CaseProfile;
import io.microbench.report.HtmlReport;
import io.microbench.report.VerdictTable;
import io.microbench.result.RunRecord;
import io.microbench.settings.ConfigurationException;
import io.microbench.snippet.Answer;
import io.microbench.snippet.Outline;
import io.microbench.snippet.Question;
import io.microbench.snippet.SnippetRun;
import io.microbench.snippet.SnippetTable;
import io.microbench.text.Counted;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Measures snippets and prints the results. */
final class SnippetAction {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(10);
    private static final String PROFILES = "microbench-profile";
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Console console;
    private final SnippetOptions options;
    private final Question question;
    private final SnippetBaseline baseline;
    private final Optional<SnippetTable.Form> form;
    private final List<ProfilerPlan> profilers;
    /** The folder of files that the command writes. */
    private final Path folder;

    private final SnippetOutput output;

    SnippetAction(Console console, SnippetOptions options) {
        this.console = console;
        this.options = options;
        this.baseline = new SnippetBaseline(options, new SnippetQuestion(options, console).question());
        this.question = baseline.question();
        this.profilers = options.profile.plans(options.libraries, console.err()::println);
        this.folder = options.destination
                .file()
                .flatMap(file -> Optional.ofNullable(file.getParent()))
                .orElse(Path.of(""));
        this.output = new SnippetOutput(console, options, question.workers().isLadder());
        this.form = output.form();
    }

    int run() {
        if (!profilers.isEmpty()) {
            createFolder(folder.resolve(PROFILES));
        }
        SnippetScreen screen = new SnippetScreen(console, options.verbose);
        try (RunLock lock =
                        RunLock.acquire(LOCK_WAIT, whileWaiting(console.err(), () -> SnippetRun.compile(question)));
                SnippetRun run = SnippetRun.open(question, screen)) {
            options.settings().monitor().ifPresent(target -> run.monitor().listen(monitorOutput(target, screen)));
            try (ShutdownHook hook = ShutdownHook.of("microbench-stop", run::stop, LAST_WORDS)) {
                return measure(run, screen);
            }
        }
    }

    private int measure(SnippetRun run, SnippetScreen screen) {
        try {
            if (options.verbose
                    || form.filter(SnippetTable.Form.FULL::equals).isPresent()
                    || question.workers().isLadder()) {
                screen.outline(Outline.of(question));
            }
            Answer answer = run.measure();
            run.profile(profilers, folder.resolve(PROFILES));
            List<CaseProfile> profiled = screen.profiles();
            int status = print(answer, profiled, screen);
            return profiled.stream().allMatch(profile -> profile.failure().isEmpty()) ? status : ExitCode.FAILED;
        } finally {
            screen.clear();
            run.close();
        }
    }

    private static void createFolder(Path profiles) {
        WholeFile.folderObstacle(profiles).ifPresent(why -> {
            throw new ConfigurationException(
                    "--profile: " + profiles + ": " + why + ". Name a file in another folder with --output.");
        });
        try {
            Files.createDirectories(profiles);
        } catch (IOException e) {
            throw new ConfigurationException("--profile: cannot create the folder " + profiles + " (" + e
                    + "). Name a file in another folder with --output.");
        }
    }

    /** Returns a consumer that prints lines about waiting, and runs the check at the first of them. */
    static Consumer<String> whileWaiting(PrintStream err, Runnable check) {
        AtomicBoolean isChecked = new AtomicBoolean();
        return line -> {
            if (line.contains("waiting")) {
                err.println(line);
                if (!isChecked.getAndSet(true)) {
                    check.run();
                }
            }
        };
    }

    private static Consumer<MonitorHistory.Sample> monitorOutput(String target, SnippetScreen screen) {
        if (target.equals(SuiteOptions.MONITOR_CONSOLE)) {
            return MonitorOutput.table(List.of(), screen::note);
        }
        try {
            return MonitorOutput.file(Path.of(target), List.of());
        } catch (IOException e) {
            throw new ConfigurationException(
                    "-Dmicrobench.monitor=" + target + ": cannot write to this file (" + e + ").");
        }
    }

    private int print(Answer answer, List<CaseProfile> profiled, SnippetScreen screen) {
        screen.clear();
        Optional<RunComparison> comparison = baseline.compare(answer.run());
        Optional<String> verdicts = comparison.map(found -> VerdictTable.render(found, console.style()));
        RunRecord run = CaseProfile.recorded(answer.run(), profiled, folder);
        String tables = CaseProfile.tables(profiled, console.style());
        output.write(
                run,
                () -> table(answer) + tables + verdicts.map(text -> "\n" + text).orElse(""),
                () -> HtmlReport.render(run, comparison, Map.of()));
        if (!output.isTable()) {
            squeezed(answer).forEach(screen::note);
            tables.lines().forEach(screen::note);
            verdicts.ifPresent(text -> text.lines().forEach(screen::note));
        }
        screen.summary(answer);
        if (options.verbose) {
            screen.timings();
        }
        if (answer.stopped()) {
            console.err().println(interrupted(answer));
            return ExitCode.FAILED;
        }
        baseline.save(answer.run()).ifPresent(saved -> screen.note("# " + saved));
        return answer.failures().isEmpty()
                ? comparison.map(found -> ExitCode.of(found, false)).orElse(ExitCode.FINE)
                : ExitCode.FAILED;
    }

    private static String interrupted(Answer answer) {
        int forks = answer.run().cases().stream()
                .mapToInt(snippet -> snippet.forkValues().length)
                .sum();
        return forks == 0
                ? "Interrupted before anything was measured."
                : "Interrupted: these are the results of " + Counted.of(forks, "fork") + ".";
    }

    private String table(Answer answer) {
        String table = SnippetTable.render(
                answer.run(), answer.snippets(), form, options.unit, console.style(), baseline.rows());
        List<String> found = squeezed(answer);
        return found.isEmpty() ? table : table + "\n" + String.join("\n", found) + "\n";
    }

    /** Returns the results of squeezes, a line for each. */
    private List<String> squeezed(Answer answer) {
        return answer.squeezed().entrySet().stream()
                .map(found -> console.style()
                        .text(found.getKey() + ": " + found.getValue().text() + "."))
                .toList();
    }
}
