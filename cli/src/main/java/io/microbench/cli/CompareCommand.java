/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.ab.Build;
import io.microbench.ab.InterleavedComparison;
import io.microbench.ab.Limits;
import io.microbench.checkout.BuildRecipe;
import io.microbench.checkout.Checkouts;
import io.microbench.checkout.RevisionRange;
import io.microbench.judge.Comparison;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.plan.ConfigurationException;
import io.microbench.report.ConsoleReport;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.scaling.Ladder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares the speed of two builds. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs forks of two builds in turn until every case is decided or the time is spent: on this machine, or on"
                    + " nodes that share the cases among them.",
            "",
            "Two folders of runs (with run.json) are compared as they are, and nothing is measured.",
            "",
            "A build is a jar, a folder of classes, or a class path. Two revisions of the git repository here, main..HEAD,"
                    + " are checked out and built with the project's own Maven wrapper; the working copy stays as it is."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench compare before.jar after.jar",
            "  microbench compare main..HEAD --module buffer --cases '*Allocator*:size=1024'",
            "  microbench compare run1/ run2/",
            "  microbench compare old/classes new/classes --classpath 'lib/*' --budget 60s",
            "  microbench compare before.jar after.jar --nodes a,b,c --ship"
        })
final class CompareCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "BASELINE",
            description = "The baseline build, or a range of revisions: BASELINE..CANDIDATE.")
    private String baseline = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "CANDIDATE", description = "The candidate build.")
    private Optional<String> candidate = Optional.empty();

    @Option(
            names = "--cases",
            paramLabel = "PATTERN",
            description = "Which cases to compare, as in -Dmicrobench.cases: '*Allocator*:size=1024'. All by default.")
    private Optional<String> cases = Optional.empty();

    @Option(
            names = {"-c", "--concurrency"},
            paramLabel = "N[,N...]",
            description = "Thread counts: 1,2,4, 1..200+10, 1..64*2, max. Each is compared as a case of its own.")
    private Optional<String> threads = Optional.empty();

    @Mixin
    private ForkOptions forks = new ForkOptions();

    @Mixin
    private NodesOption nodes = new NodesOption();

    @Option(names = "--force", description = "Runs: compares them even where their surroundings differ.")
    private boolean force;

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Limits limits = forks.limits();
        threads.ifPresent(text -> {
            SqueezeOptions.rungs("--concurrency", () -> Ladder.parse(text));
            forks.properties().put("microbench.threads", text);
        });
        cases.ifPresent(pattern -> forks.properties().put("microbench.cases", pattern));
        forks.properties().putAll(nodes.settings());
        Path here = Path.of("").toAbsolutePath();
        List<String> shared = forks.libraries(here);
        if (candidate.isPresent() && isRun(baseline) && isRun(candidate.get())) {
            return compareRuns(baseline, candidate.get());
        }
        if (candidate.isPresent()) {
            return compare(
                    Build.ofClassPath(baseline, here).with(shared),
                    Build.ofClassPath(candidate.get(), here).with(shared),
                    limits);
        }
        return compareRevisions(here, shared, limits);
    }

    private int compareRevisions(Path here, List<String> shared, Limits limits) {
        RevisionRange range = RevisionRange.parse(baseline)
                .orElseThrow(
                        () -> new ConfigurationException(
                                "\"" + baseline
                                        + "\" is one build, and comparing takes two: name another one, or two revisions as in main..HEAD."));
        BuildRecipe recipe = forks.recipe();
        try (Checkouts checkouts = Checkouts.open(here, console.err()::println, forks.output(console))) {
            // A build takes minutes: what is not a revision is reported before the first.
            checkouts.commit(range.baseline());
            checkouts.commit(range.candidate());
            return compare(
                    checkouts.build(range.baseline(), recipe).with(shared),
                    checkouts.build(range.candidate(), recipe).with(shared),
                    limits);
        }
    }

    /** Compares two runs that were measured at some other time. */
    private int compareRuns(String baselineRun, String candidateRun) {
        if (!nodes.settings().isEmpty()) {
            throw new ConfigurationException(baselineRun + " and " + candidateRun
                    + " are folders of runs, which are compared as they are: --nodes measures builds. Leave it out.");
        }
        JudgeSettings settings = JudgeSettings.DEFAULTS
                .withTolerance(forks.limits().band())
                .withLevel(forks.limits().level());
        Comparison comparison = Judge.compare(
                baselineRun,
                RunReader.readSound(Path.of(baselineRun)),
                candidateRun,
                RunReader.readSound(Path.of(candidateRun)),
                force ? settings.force() : settings);
        console.out().print(ConsoleReport.render(comparison, console.style()));
        return comparison.refusal().isPresent() ? ExitCode.USAGE : exitCode(comparison);
    }

    private static boolean isRun(String build) {
        return Files.isRegularFile(Path.of(build).resolve(RunFolder.RECORD));
    }

    private static int exitCode(Comparison comparison) {
        return comparison.regressions().isEmpty() ? ExitCode.FINE : ExitCode.REGRESSION;
    }

    private int compare(Build baseline, Build candidate, Limits limits) {
        try (InterleavedComparison comparison = InterleavedComparison.open(
                baseline, candidate, limits, forks.properties(), console.err()::println, forks.output(console))) {
            InterleavedComparison.Result result = comparison.run();
            console.err().println();
            console.out().print(ConsoleReport.render(result.comparison(), console.style()));
            console.out().println();
            console.out().println(result.ended() + " Record: " + comparison.folder());
            int exitCode = exitCode(result.comparison());
            return exitCode == ExitCode.FINE && !result.failures().isEmpty() ? ExitCode.FAILED : exitCode;
        }
    }
}
