// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.run.JoinedScore;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.RowBaselines.Row;
import io.microbench.snippet.fork.HookedBenchmark;
import io.microbench.snippet.fork.SnippetBenchmark;
import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.text.Counted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One snippet in one variant, with one combination of inputs and one number of workers: plans its forks and holds their
 * results.
 */
final class SnippetCase {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int SHORT_WARMUPS = 5;
    private static final int LOOP_WARMUPS = 2;
    private static final double NANOS = 1e9;
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";
    private static final List<String> QUIET = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    /** An iteration that took this many times its planned duration contained a single slow call. */
    private static final double SLOW = 5;

    private final Question question;
    private final Row row;
    private final Map<String, String> inputs;
    private final int workers;
    /** Whether it times single calls, in an additional fork of another case. */
    private final boolean latency;

    private final List<ForkResult> forks = new ArrayList<>();
    private boolean slow;

    /** Creates the case with the number of workers that is measured first. */
    SnippetCase(Question question, Row row, Map<String, String> inputs) {
        this(question, row, inputs, question.workers().first(), false);
    }

    private SnippetCase(Question question, Row row, Map<String, String> inputs, int workers, boolean latency) {
        this.question = question;
        this.row = row;
        this.inputs = inputs;
        this.workers = workers;
        this.latency = latency;
    }

    /** Returns the same case without forks and with another number of workers. */
    SnippetCase withWorkers(int count) {
        return new SnippetCase(question, row, inputs, count, latency);
    }

    /** Returns the same case without forks, to time single calls in one fork; it has no score. */
    SnippetCase ofLatency() {
        return new SnippetCase(question, row, inputs, workers, true);
    }

    int snippet() {
        return row.snippet();
    }

    String name() {
        return row.name();
    }

    Variant variant() {
        return row.variant();
    }

    int workers() {
        return workers;
    }

    boolean isOfLatency() {
        return latency;
    }

    /** Returns a case without forks with the given number of workers, and a case for its latency if requested. */
    List<SnippetCase> rung(int count) {
        SnippetCase rung = withWorkers(count);
        return question.workers().latency() && !isEmpty() ? List.of(rung, rung.ofLatency()) : List.of(rung);
    }

    /** Returns whether it times the single calls of the other case. */
    boolean isLatencyOf(SnippetCase other) {
        return latency && workers == other.workers && inputs.equals(other.inputs) && row.equals(other.row);
    }

    boolean isComparedWith(SnippetCase other) {
        return !isEmpty()
                && !other.isEmpty()
                && !latency
                && !other.latency
                && workers == other.workers
                && inputs.equals(other.inputs)
                && other.failure().isEmpty();
    }

    /** Returns the unique name of the case: snippet, inputs, and the number of workers if there are several. */
    String label() {
        return (inputs.isEmpty() ? name() : name() + " " + inputs)
                + (question.workers().isLadder() ? " with " + Counted.of(workers, "worker") : "");
    }

    /** Returns the nanoseconds of one call, from the score of an iteration. */
    double nanos(double score) {
        if (latency) {
            return score;
        }
        return result().nanos(score);
    }

    double rate(double score) {
        return workers * NANOS / nanos(score);
    }

    Map<String, String> inputs() {
        return inputs;
    }

    synchronized int forks() {
        return forks.size();
    }

    synchronized void add(ForkResult fork) {
        forks.add(fork);
        fork.iterations().stream().findFirst().ifPresent(first -> {
            double took = nanos(first.score());
            slow |= question.sampling().loop() == 0 && took > SLOW * SHORT.toNanos();
        });
    }

    synchronized Optional<Failure> failure() {
        return forks.stream().flatMap(fork -> fork.failure().stream()).findFirst();
    }

    int leastForks() {
        int least = Math.min(question.sampling().forks(), question.sampling().samples());
        return latency ? 1 : Math.max(1, least);
    }

    /** Returns whether fewer forks may be enough; curves and overheads are measured with all forks. */
    boolean isAsNeeded() {
        return question.sampling().asNeeded()
                && !latency
                && !isEmpty()
                && !question.workers().isLadder();
    }

    boolean isPrecise() {
        OptionalDouble precision = question.sampling().precision();
        return precision.isEmpty()
                || latency
                || new ForkRule(precision.getAsDouble(), Math.max(2, leastForks()), Integer.MAX_VALUE)
                        .enough(result().result().forkValues());
    }

    PlannedCase next(Path folder) {
        int samples = question.sampling().samples();
        int least = leastForks();
        int number = forks() + 1;
        int share = samples / least + (number <= samples % least ? 1 : 0);
        CasePlan usual = plan(share, least, profilers(), arguments(folder));
        return planned(isAsNeeded() ? LaterFork.of(copy(), usual) : usual);
    }

    private synchronized List<ForkResult> copy() {
        return List.copyOf(forks);
    }

    /**
     * Plans a fork with a profiler, as long as all samples in total; its score is discarded.
     *
     * @param base the base name of the profiler's files
     */
    PlannedCase profiled(Path folder, ProfilerPlan profiler, Path base) {
        List<String> arguments = arguments(folder);
        arguments.addAll(0, profiler.arguments(variant().feature()));
        return planned(plan(question.sampling().samples(), 1, List.of(profiler.jmh(base)), arguments));
    }

    /** Plans a fork that runs until it is stopped, with a thread for each of the maximum number of workers. */
    PlannedCase live(Path folder, int most) {
        return SnippetCasePlans.live(inputs, most, jvm(), arguments(folder));
    }

    private PlannedCase planned(CasePlan plan) {
        Class<?> benchmark = isHooked() ? HookedBenchmark.class : SnippetBenchmark.class;
        return new PlannedCase(id(benchmark.getName(), "call"), benchmark, plan);
    }

    private CaseId id(String type, String method) {
        Optional<String> mode = latency ? Optional.of(Mode.SAMPLE_TIME.label()) : Optional.empty();
        return new CaseId(type, method, new TreeMap<>(inputs), workers, mode);
    }

    boolean isEmpty() {
        return question.snippets().get(row.snippet()).isEmpty();
    }

    boolean isHooked() {
        return question.snippets().get(row.snippet()).isHooked();
    }

    /**
     * Returns the profilers; if there are hooks, without the allocation profiler, which would count their bytes, too.
     */
    private List<String> profilers() {
        return isHooked()
                ? question.profilers().stream()
                        .filter(name -> !name.equals(Microbench.ALLOCATION))
                        .toList()
                : question.profilers();
    }

    private List<String> arguments(Path folder) {
        List<String> arguments = new ArrayList<>(archive());
        arguments.addAll(question.forkArguments());
        arguments.addAll(variant().arguments());
        arguments.add(SnippetCasePlans.argument(folder));
        return arguments;
    }

    /**
     * Returns the arguments of a fork as they are recorded, without its folder and the archive: the archive differs
     * between versions of the command, although the classes are the same.
     */
    List<String> recorded(List<String> arguments) {
        List<String> archive = archive();
        return arguments.stream()
                .filter(argument -> !SnippetCasePlans.isArgument(argument) && !archive.contains(argument))
                .toList();
    }

    /** Returns the arguments for the class archive of the command, which works only with the JVM that created it. */
    private List<String> archive() {
        List<String> arguments = new ArrayList<>();
        if (question.archive().isPresent() && jvm().isEmpty()) {
            arguments.add(ARCHIVE + question.archive().get());
            arguments.addAll(QUIET);
        }
        return arguments;
    }

    private Optional<String> jvm() {
        return variant().java().map(Path::toString);
    }

    private CasePlan plan(int samples, int count, List<String> profilers, List<String> arguments) {
        Sampling sampling = question.sampling();
        boolean loop = sampling.loop() > 0;
        int calls = loop ? (int) sampling.loop() : 1;
        Duration time = loop ? Duration.ZERO : sampling.duration();
        IterationPlan warmup;
        if (loop) {
            warmup = new IterationPlan(sampling.warmup().orElse(LOOP_WARMUPS), Duration.ZERO, calls);
        } else if (sampling.warmup().isPresent()) {
            warmup = new IterationPlan(sampling.warmup().getAsInt(), time, 1);
        } else {
            Duration briefly = time.compareTo(SHORT) < 0 ? time : SHORT;
            warmup = new IterationPlan(slow ? 1 : SHORT_WARMUPS, briefly, 1);
        }
        // Percentiles are computed per iteration: an iteration as long as all samples has the most calls.
        IterationPlan measurement =
                latency ? new IterationPlan(1, time.multipliedBy(samples), 1) : new IterationPlan(samples, time, calls);
        return CasePlan.builder(latency ? Mode.SAMPLE_TIME : loop ? Mode.SINGLE_SHOT_TIME : Mode.THROUGHPUT)
                .timeUnit(latency || loop ? "NANOSECONDS" : "SECONDS")
                .threads(workers)
                .forks(count)
                .warmup(warmup)
                .measurement(measurement)
                .timeout(question.timeout())
                .jvm(jvm())
                .jvmArgs(arguments)
                .profilers(profilers)
                .build();
    }

    SnippetResult result() {
        return result(List.of());
    }

    /** Returns the result so far, with the libraries of its variant in the plan. */
    synchronized SnippetResult result(List<Library> libraries) {
        List<String> shown = new ArrayList<>(question.jvmArgs());
        shown.addAll(variant().arguments());
        CaseId id = id("snippet", name());
        int count = isAsNeeded() && !forks.isEmpty() ? forks.size() : leastForks();
        CasePlan plan = plan(question.sampling().samples() / leastForks(), count, profilers(), shown).toBuilder()
                .libraries(Optional.of(libraries))
                .build();
        String unit = latency || question.sampling().loop() > 0 ? "ns/op" : "ops/s";
        CaseResult result = SnippetCasePlans.result(id, plan, forks, unit, secondary());
        return new SnippetResult(name(), inputs, question.sampling().loop(), result);
    }

    /** Returns the allocation of a call; empty for samples with a number of calls, which JMH counts as one call. */
    private Map<String, Metric> secondary() {
        Map<String, Metric> all = new TreeMap<>(JoinedScore.secondary(forks));
        all.keySet().removeIf(label -> question.sampling().loop() > 0 || !label.equals(Metric.ALLOCATION));
        return all;
    }

    /** Returns nanoseconds of a call by percentile in 0..100; empty unless single calls were timed. */
    synchronized Map<Double, Double> percentiles() {
        Map<Double, Double> percentiles = new TreeMap<>();
        forks.stream()
                .filter(fork -> fork.failure().isEmpty())
                .flatMap(fork -> fork.measured().stream())
                .forEach(iteration -> iteration
                        .percentiles()
                        .forEach((percentile, nanos) -> percentiles.put(Double.valueOf(percentile), nanos)));
        return percentiles;
    }
}
