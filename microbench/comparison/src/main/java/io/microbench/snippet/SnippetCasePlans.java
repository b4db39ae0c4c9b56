// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.fork.PropertyLines;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.snippet.fork.LiveBenchmark;
import io.microbench.snippet.fork.SnippetProperties;
import io.microbench.stats.Descriptive.PooledEstimate;
import io.microbench.text.Sha256;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parts that all forks of snippets share: plans of forks that run until they are stopped, results, and the folder
 * in which a fork finds its class.
 */
public final class SnippetCasePlans {

    private static final Duration FOREVER = Duration.ofDays(365);

    private SnippetCasePlans() {}

    /**
     * Plans a fork of the {@link LiveBenchmark}, whose score is meaningless.
     *
     * @param workers the maximum number of workers, each a thread of the fork, at least 1
     * @param jvm the java command; empty for that of this JVM
     * @param arguments arguments of its JVM, including the argument that names its folder
     */
    public static PlannedCase live(
            Map<String, String> inputs, int workers, Optional<String> jvm, List<String> arguments) {
        CasePlan plan = CasePlan.builder(Mode.SINGLE_SHOT_TIME)
                .timeUnit("SECONDS")
                .threads(workers)
                .forks(1)
                .warmup(new IterationPlan(0, Duration.ZERO, 1))
                .measurement(new IterationPlan(1, Duration.ZERO, 1))
                // The caller ends the fork.
                .timeout(FOREVER)
                .jvm(jvm)
                .jvmArgs(arguments)
                .build();
        CaseId id = new CaseId(LiveBenchmark.class.getName(), "live", new TreeMap<>(inputs), workers, Optional.empty());
        return new PlannedCase(id, LiveBenchmark.class, plan);
    }

    /**
     * Returns the plan under which the rates of live forks are recorded.
     *
     * @param threads total number of threads of a round
     */
    public static CasePlan rates(Question question, int threads, int rounds, Duration warmup) {
        Question.Sampling sampling = question.sampling();
        return CasePlan.builder(Mode.THROUGHPUT)
                .timeUnit("SECONDS")
                .threads(threads)
                .forks(rounds)
                .warmup(new IterationPlan(1, warmup, 1))
                .measurement(new IterationPlan(Math.max(1, sampling.samples() / rounds), sampling.duration(), 1))
                .timeout(question.timeout())
                .jvmArgs(question.jvmArgs())
                .libraries(Optional.of(libraries(question.variants().get(0).libraries())))
                .build();
    }

    /** Describes libraries for the record, in the order of the class path, with digests of their files. */
    static List<Library> libraries(Map<String, Path> files) {
        List<Library> all = new ArrayList<>();
        files.forEach((name, file) -> {
            try {
                all.add(new Library(name, Sha256.of(file)));
            } catch (IOException e) {
                throw new UncheckedIOException("The library " + name + " can no longer be read (" + e + ")", e);
            }
        });
        return all;
    }

    /** Returns the result of a snippet: failed if a fork failed, otherwise with a score over all iterations. */
    public static CaseResult result(
            CaseId id, CasePlan plan, List<ForkResult> forks, String unit, Map<String, Metric> secondary) {
        Optional<Failure> failure =
                forks.stream().flatMap(fork -> fork.failure().stream()).findFirst();
        double[] scores = forks.stream()
                .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                .toArray();
        boolean ran = forks.stream().anyMatch(fork -> fork.measuredScores().length > 0);
        Status status = failure.isPresent() ? Status.FAILED : ran ? Status.DONE : Status.PLANNED;
        Optional<Metric> score =
                status == Status.DONE && scores.length > 0 ? Optional.of(metric(scores, unit)) : Optional.empty();
        return new CaseResult(id, plan, status, failure.map(Failure::message).orElse(""), score, secondary, forks);
    }

    private static Metric metric(double[] scores, String unit) {
        PooledEstimate pooled = PooledEstimate.of(scores);
        return new Metric(pooled.mean(), pooled.error().orElse(Double.NaN), unit);
    }

    public static String argument(Path folder) {
        return "-D" + SnippetProperties.FOLDER + "=" + folder;
    }

    public static boolean isArgument(String argument) {
        return argument.startsWith("-D" + SnippetProperties.FOLDER);
    }

    /** Writes a file with the location of the class and the inputs for a fork, atomically. */
    public static void handOver(Path folder, Path classes, Map<String, String> inputs) {
        Map<String, String> told = new LinkedHashMap<>();
        told.put(SnippetProperties.CLASSES, classes.toAbsolutePath() + File.separator);
        inputs.forEach((name, value) -> told.put(SnippetProperties.INPUT + name, value));
        try {
            WholeFile.handOver(folder.resolve(SnippetProperties.READY), PropertyLines.of(told));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
