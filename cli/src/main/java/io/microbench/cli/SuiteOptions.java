/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import io.microbench.ab.Build;
import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The words that every command on a suite takes: where the benchmarks are, which of them, and how to measure. */
final class SuiteOptions {

    @Parameters(
            index = "0",
            paramLabel = "JAR|DIR|CLASSPATH",
            description = "The benchmarks: an executable benchmark jar, a folder of classes, or a class path.")
    private String benchmarks = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "GLOB",
            description =
                    "Which cases, as in -Dmicrobench.cases: '*Allocator*:size=1024', and '!*:kind=heap' for those to leave"
                            + " out. All by default.")
    private List<String> globs = List.of();

    @Option(
            names = {"-cp", "--classpath"},
            paramLabel = "PATH",
            description = "Libraries that the benchmarks need; may be given several times.")
    private List<String> libraries = List.of();

    @Mixin
    private final LibraryOptions named = new LibraryOptions();

    @Option(names = "--forks", paramLabel = "N", description = "Measured JVMs per case.")
    private Optional<String> forks = Optional.empty();

    @Option(names = "--warmup-iterations", paramLabel = "N", description = "Warm-up iterations in each fork.")
    private Optional<String> warmupIterations = Optional.empty();

    @Option(names = "--measure-iterations", paramLabel = "N", description = "Measured iterations in each fork.")
    private Optional<String> measureIterations = Optional.empty();

    @Option(names = "--warmup-time", paramLabel = "TIME", description = "Length of a warm-up iteration, such as 500ms.")
    private Optional<String> warmupTime = Optional.empty();

    @Option(names = "--measurement-time", paramLabel = "TIME", description = "Length of a measured iteration.")
    private Optional<String> measurementTime = Optional.empty();

    @Option(
            names = {"-c", "--concurrency"},
            paramLabel = "N[,N...]",
            description =
                    "Thread counts: 1,2,4, 1..200+10, 1..64*2, max. Each is a case of its own. Or squeeze, also as"
                            + " squeeze:1..64: adds threads until more bring nothing.")
    private Optional<String> counts = Optional.empty();

    @Option(names = "--threads", paramLabel = "KIND", description = "Of the threads: platform, or virtual (JDK 21).")
    private Optional<String> threads = Optional.empty();

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "khepri: threads 1..200+10, 1 fork, 1 s of warm-up and 3 x 1 s; squeeze: a squeeze in these times; short: threads"
                            + " 1 and 50, 1 fork, 300 ms of warm-up and 2 x 300 ms; look: within 5%% or 5 minutes in all; nightly: within"
                            + " 2%% or 80 minutes in all; full: 5 forks of 5 x 10 s and 5 x 10 s. Other options beat it.")
    private Optional<String> preset = Optional.empty();

    @Option(
            names = "--param",
            paramLabel = "NAME=V[,V...]",
            description = "Values of a @Param field; may be given several times.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Mixin
    private final VariantOptions variants = new VariantOptions();

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            description = "Adds a column to the table that holds each case against one of its kind: a method,"
                    + " parameter=value, threads=n or a variant.")
    private Optional<String> reference = Optional.empty();

    @Option(names = "--baseline", paramLabel = "NAME", description = "Baseline that each case is judged against.")
    private Optional<String> baseline = Optional.empty();

    @Option(names = "--save-baseline", paramLabel = "NAME", description = "Saves the finished cases as a baseline.")
    private Optional<String> saveBaseline = Optional.empty();

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "Where the run gets a folder. Default: target/microbench.")
    private Optional<String> output = Optional.empty();

    @Option(
            names = "--precision",
            paramLabel = "SHARE",
            description = "How narrow each interval has to be, such as 2%%.")
    private Optional<String> precision = Optional.empty();

    @Option(names = "--budget", paramLabel = "TIME", description = "Time for all forks together, such as 10m.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--shard",
            paramLabel = "K/N",
            description = "Runs one of N parts of the cases, such as 2/5: the others are for other machines.")
    private Optional<String> shard = Optional.empty();

    @Mixin
    private final MonitorOption monitor = new MonitorOption();

    /**
     * Returns the class path that was named.
     *
     * @param profilers of which one may have its library from where libraries are
     * @param settings get what the record is to have of libraries
     * @param note takes lines about libraries that are fetched
     */
    Build build(Path here, ProfileOptions profilers, Map<String, String> settings, Consumer<String> note) {
        return Build.ofClassPath(benchmarks, here)
                .with(Build.entries(String.join(File.pathSeparator, libraries), here))
                .with(new NamedLibraries(named, profilers, note).forSuite(settings));
    }

    /** Returns where libraries come from, and which. */
    LibraryOptions libraries() {
        return named;
    }

    /** Returns the settings by the names they have under Maven; an option beats a property. */
    Map<String, String> settings() {
        Map<String, String> settings = OwnOptions.properties();
        settings.putAll(named.properties);
        forks.ifPresent(v -> settings.put("forks", v));
        warmupIterations.ifPresent(v -> settings.put("warmupIterations", v));
        measureIterations.ifPresent(v -> settings.put("measureIterations", v));
        warmupTime.ifPresent(v -> settings.put("microbench.warmupTime", v));
        measurementTime.ifPresent(v -> settings.put("microbench.measurementTime", v));
        counts.ifPresent(v -> {
            SnippetQuestion.threadCounts(v);
            settings.put("microbench.threads", v);
        });
        threads.ifPresent(v -> settings.put("microbench.threadKind", SnippetQuestion.threadKind(v)));
        preset.ifPresent(v -> settings.put("microbench.preset", v));
        parameters.forEach((name, v) -> settings.put("microbench.param." + name, v));
        settings.putAll(new AskedVariants(variants).settings());
        reference.ifPresent(v -> settings.put("microbench.reference", v));
        baseline.ifPresent(v -> settings.put("microbench.baseline", v));
        saveBaseline.ifPresent(v -> settings.put("microbench.saveBaseline", v));
        output.ifPresent(v -> settings.put("microbench.output", v));
        precision.ifPresent(v -> settings.put("microbench.precision", v));
        budget.ifPresent(v -> settings.put("microbench.budget", v));
        shard.ifPresent(v -> settings.put("microbench.shard", v));
        monitor.target.ifPresent(v -> settings.put("microbench.monitor", v));
        if (!globs.isEmpty()) {
            settings.put("microbench.cases", String.join(";", globs));
        }
        return settings;
    }
}
