/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.fork.FlightRecording;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationPlan;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.fork.Handover;
import io.microbench.snippet.fork.HookedBenchmark;
import io.microbench.snippet.fork.SnippetBenchmark;
import io.microbench.stats.PooledEstimate;
import io.microbench.stopping.ForkRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** One snippet with one combination of inputs: how its forks are run, and what they have delivered. */
final class SnippetCase {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final int SHORT_WARMUPS = 5;
    private static final int LOOP_WARMUPS = 2;
    private static final double NANOS = 1e9;
    private static final String ALLOCATION = "gc";
    /** An iteration that took so many times longer than it should have means a single slow call. */
    private static final double SLOW = 5;

    private final Question question;
    private final int snippet;
    private final String name;
    private final Map<String, String> inputs;
    private final List<ForkResult> forks = new ArrayList<>();
    private boolean slow;

    SnippetCase(Question question, int snippet, String name, Map<String, String> inputs) {
        this.question = question;
        this.snippet = snippet;
        this.name = name;
        this.inputs = inputs;
    }

    int snippet() {
        return snippet;
    }

    String name() {
        return name;
    }

    /** Returns what distinguishes it from all others: name and inputs. */
    String label() {
        return inputs.isEmpty() ? name : name + " " + inputs;
    }

    /** Returns the nanoseconds of one call, from the score of an iteration. */
    double nanos(double score) {
        return result().nanos(score
                * (question.sampling().loop() == 0
                        ? 1
                        : Sampling.rounds(question.sampling().loop())));
    }

    /** Returns the calls in a second by all workers together, from the score of an iteration. */
    double rate(double score) {
        return question.workers() * NANOS / nanos(score);
    }

    Map<String, String> inputs() {
        return inputs;
    }

    /** Returns the forks that were begun. */
    synchronized int forks() {
        return forks.size();
    }

    synchronized void add(ForkResult fork) {
        forks.add(fork);
        fork.iterations().stream().findFirst().ifPresent(first -> {
            double took = result().nanos(first.score());
            slow |= question.sampling().loop() == 0 && took > SLOW * SHORT.toNanos();
        });
    }

    synchronized Optional<Failure> failure() {
        return forks.stream().flatMap(fork -> fork.failure().stream()).findFirst();
    }

    /** Returns the forks that are run in any case. */
    int leastForks() {
        return Math.max(
                1, Math.min(question.sampling().forks(), question.sampling().samples()));
    }

    /** Returns whether the interval is as narrow as it was asked to be. */
    boolean isPrecise() {
        OptionalDouble asked = question.sampling().precision();
        return asked.isEmpty()
                || new ForkRule(asked.getAsDouble(), Math.max(2, leastForks()), Integer.MAX_VALUE)
                        .enough(result().result().forkValues());
    }

    /** Plans the next fork. */
    PlannedCase next(Path folder) {
        int samples = question.sampling().samples();
        int least = leastForks();
        int number = forks() + 1;
        int share = samples / least + (number <= samples % least ? 1 : 0);
        return planned(plan(share, leastForks(), profilers(), arguments(folder)));
    }

    /** Plans a fork that is not counted, as long as all samples together, and recorded into a file. */
    PlannedCase recorded(Path folder, Path file) {
        List<String> arguments = arguments(folder);
        // Else a profile shows methods where the JIT compiler polls, not where the time goes.
        arguments.addAll(0, List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
        String profiler = FlightRecording.class.getName() + ":" + file;
        return planned(plan(question.sampling().samples(), 1, List.of(profiler), arguments));
    }

    private PlannedCase planned(CasePlan plan) {
        Class<?> benchmark = isHooked() ? HookedBenchmark.class : SnippetBenchmark.class;
        CaseId id =
                new CaseId(benchmark.getName(), "call", new TreeMap<>(inputs), question.workers(), Optional.empty());
        return new PlannedCase(id, benchmark, plan);
    }

    /** Returns whether it does nothing, so that others can be compared with it. */
    boolean isEmpty() {
        return question.snippets().get(snippet).isEmpty();
    }

    boolean isHooked() {
        return question.snippets().get(snippet).isHooked();
    }

    /** A profiler that counts what is allocated would count that of the hooks, too. */
    private List<String> profilers() {
        return isHooked()
                ? question.profilers().stream()
                        .filter(name -> !name.equals(ALLOCATION))
                        .toList()
                : question.profilers();
    }

    private List<String> arguments(Path folder) {
        List<String> arguments = new ArrayList<>();
        question.archive()
                .ifPresent(archive -> arguments.addAll(
                        List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off")));
        if (question.preview()) {
            arguments.add("--enable-preview");
        }
        if (question.virtual()) {
            arguments.add("-Djmh.executor=VIRTUAL");
        }
        // A snippet that leaves threads behind need not be waited for: its numbers are in by then.
        arguments.add("-Djmh.shutdownTimeout=1");
        arguments.addAll(question.jvmArgs());
        arguments.add("-D" + Handover.FOLDER + "=" + folder);
        return arguments;
    }

    private CasePlan plan(int samples, int count, List<String> profilers, List<String> arguments) {
        Sampling sampling = question.sampling();
        boolean loop = sampling.loop() > 0;
        int rounds = loop ? Sampling.rounds(sampling.loop()) : 1;
        int calls = loop ? (int) (sampling.loop() / rounds) : 1;
        Duration time = loop ? Duration.ZERO : sampling.duration();
        IterationPlan warmup;
        if (loop) {
            warmup = new IterationPlan(rounds * sampling.warmup().orElse(LOOP_WARMUPS), Duration.ZERO, calls);
        } else if (sampling.warmup().isPresent()) {
            warmup = new IterationPlan(sampling.warmup().getAsInt(), time, 1);
        } else {
            Duration briefly = time.compareTo(SHORT) < 0 ? time : SHORT;
            warmup = new IterationPlan(slow ? 1 : SHORT_WARMUPS, briefly, 1);
        }
        return CasePlan.builder(loop ? Mode.SINGLE_SHOT_TIME : Mode.THROUGHPUT)
                .timeUnit(loop ? "NANOSECONDS" : "SECONDS")
                .threads(question.workers())
                .forks(count)
                .warmup(warmup)
                .measurement(new IterationPlan(rounds * samples, time, calls))
                .timeout(question.timeout())
                .jvmArgs(arguments)
                .profilers(profilers)
                .build();
    }

    /** Returns what was measured so far. */
    synchronized SnippetResult result() {
        List<String> shown = new ArrayList<>(question.jvmArgs());
        CaseId id = new CaseId("snippet", name, new TreeMap<>(inputs), question.workers(), Optional.empty());
        CasePlan plan = plan(question.sampling().samples() / leastForks(), leastForks(), profilers(), shown);
        Optional<Failure> failure =
                forks.stream().flatMap(fork -> fork.failure().stream()).findFirst();
        double[] scores = forks.stream()
                .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                .toArray();
        boolean ran = forks.stream().anyMatch(fork -> fork.measuredScores().length > 0);
        Status status = failure.isPresent() ? Status.FAILED : ran ? Status.DONE : Status.PLANNED;
        Optional<Metric> score =
                status == Status.DONE && scores.length > 0 ? Optional.of(metric(scores)) : Optional.empty();
        String reason = failure.map(Failure::message).orElse("");
        return new SnippetResult(
                name,
                inputs,
                question.sampling().loop(),
                new CaseResult(id, plan, status, reason, score, Map.of(), forks),
                OptionalDouble.empty());
    }

    private Metric metric(double[] scores) {
        PooledEstimate pooled = PooledEstimate.of(scores);
        String unit = question.sampling().loop() > 0 ? "ns/op" : "ops/s";
        return new Metric(pooled.mean(), pooled.error().orElse(Double.NaN), unit);
    }
}
