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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks whether one build is slower than another. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs forks of two builds in turn on this machine until every case is decided or the time is spent.",
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
            "  microbench compare old/classes new/classes --classpath 'lib/*' --budget 60s"
        })
final class CompareCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(index = "0", paramLabel = "OLD", description = "The old build, or a range of revisions: OLD..NEW.")
    private String old = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "NEW", description = "The new build.")
    private Optional<String> now = Optional.empty();

    @Option(
            names = "--cases",
            paramLabel = "PATTERN",
            description = "Which cases to compare, as in -Dmicrobench.cases: '*Allocator*:size=1024'. All by default.")
    private Optional<String> cases = Optional.empty();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "Time for all forks together, such as 60s or 1h. Default: 10m.")
    private Duration budget = Limits.DEFAULT.budget();

    @Option(
            names = "--min-forks",
            paramLabel = "N",
            description = "Forks that each side of each case gets at least, 3 or more. Default: 3.")
    private int leastForks = Limits.DEFAULT.leastForks();

    @Option(
            names = "--max-forks",
            paramLabel = "N",
            description = "Forks that a side of a case gets at most. Default: 40.")
    private int mostForks = Limits.DEFAULT.mostForks();

    @Option(
            names = "--level",
            paramLabel = "SHARE",
            converter = Converters.Share.class,
            description = "Chance that any verdict is a false alarm, over all cases together. Default: 1%%.")
    private double level = Limits.DEFAULT.level();

    @Option(
            names = "--band",
            paramLabel = "SHARE",
            converter = Converters.Share.class,
            description = "Changes up to this share count as none. Default: 1%%.")
    private double band = Limits.DEFAULT.band();

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Libraries that both builds need.")
    private String libraries = "";

    @Option(
            names = "--module",
            paramLabel = "FOLDER",
            description = "Revisions: the Maven module with the benchmarks. Default: that of the working directory.")
    private Optional<String> module = Optional.empty();

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            description = "Revisions: a shell command that builds one, in its root. Needs --classes.")
    private Optional<String> buildCommand = Optional.empty();

    @Option(
            names = "--classes",
            paramLabel = "PATH",
            description = "Revisions: class path of the built benchmarks, from the root.")
    private Optional<String> classes = Optional.empty();

    @Option(
            names = "-D",
            paramLabel = "NAME=VALUE",
            mapFallbackValue = "",
            description =
                    "A setting by the name it has under Maven (warmupIterations, microbench.jvmArgs, ...), or a system"
                            + " property for the benchmarks.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(names = "--force", description = "Runs: compares them even where their surroundings differ.")
    private boolean force;

    @Option(names = "--verbose", description = "Prints what JMH, the forks and the builds say.")
    private boolean verbose;

    CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Limits limits = limits();
        cases.ifPresent(pattern -> properties.put("microbench.cases", pattern));
        Path here = Path.of("").toAbsolutePath();
        List<String> shared = Build.entries(libraries, here);
        if (now.isPresent() && isRun(old) && isRun(now.get())) {
            return compareRuns(old, now.get());
        }
        if (now.isPresent()) {
            return compare(
                    Build.ofClassPath(old, here).with(shared),
                    Build.ofClassPath(now.get(), here).with(shared),
                    limits);
        }
        return compareRevisions(here, shared, limits);
    }

    private int compareRevisions(Path here, List<String> shared, Limits limits) {
        RevisionRange range = RevisionRange.parse(old)
                .orElseThrow(
                        () -> new ConfigurationException(
                                "\"" + old
                                        + "\" is one build, and comparing takes two: name another one, or two revisions as in main..HEAD."));
        if (buildCommand.isPresent() && classes.isEmpty()) {
            throw new ConfigurationException(
                    "--build needs --classes: only Maven can be asked where the classes are. --classes names them, from the"
                            + " root of the repository.");
        }
        BuildRecipe recipe = new BuildRecipe(module, buildCommand, classes);
        try (Checkouts checkouts = Checkouts.open(here, console.err()::println, output())) {
            return compare(
                    checkouts.build(range.old(), recipe).with(shared),
                    checkouts.build(range.now(), recipe).with(shared),
                    limits);
        }
    }

    /** Compares two runs that were measured at some other time. */
    private int compareRuns(String oldRun, String newRun) {
        JudgeSettings settings = JudgeSettings.DEFAULTS.withTolerance(band).withLevel(level);
        Comparison comparison = Judge.compare(
                oldRun,
                RunReader.read(Path.of(oldRun)),
                newRun,
                RunReader.read(Path.of(newRun)),
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

    private Limits limits() {
        try {
            return new Limits(budget, leastForks, mostForks, level, band);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }

    private Consumer<String> output() {
        return verbose ? console.err()::println : line -> {};
    }

    private int compare(Build old, Build now, Limits limits) {
        try (InterleavedComparison comparison =
                InterleavedComparison.open(old, now, limits, properties, console.err()::println, output())) {
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
