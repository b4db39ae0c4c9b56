// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.Round.Trouble;
import io.microbench.fanout.TogetherAnswer.TogetherScore;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.snippet.CompiledQuestion;
import io.microbench.snippet.Question;
import io.microbench.snippet.SnippetCasePlans;
import io.microbench.snippet.SnippetResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One snippet with one combination of inputs and one number of workers on each node, and the results of its rounds. */
final class TogetherCase {

    /** The parameter that names the node of a case. */
    static final String NODE = "node";

    private static final String SPREAD = "start.spread";
    private static final String WINDOW = "common.window";
    private static final double MILLI = 1e6;

    private final Question question;
    private final CompiledQuestion.One snippet;
    private final int workers;
    private final Map<String, List<ForkResult>> forks = new LinkedHashMap<>();
    private final List<ForkResult> sums = new ArrayList<>();
    private final List<Long> starts = new ArrayList<>();
    private final List<Long> windows = new ArrayList<>();
    private Optional<Trouble> trouble = Optional.empty();

    TogetherCase(Question question, CompiledQuestion.One snippet, int workers, List<String> nodes) {
        this.question = question;
        this.snippet = snippet;
        this.workers = workers;
        nodes.forEach(node -> forks.put(node, new ArrayList<>()));
    }

    CompiledQuestion.One snippet() {
        return snippet;
    }

    int workers() {
        return workers;
    }

    /** Returns the number of the next round, from 1. */
    int nextRound() {
        return sums.size() + 1;
    }

    /** Returns how many rounds count. */
    int rounds() {
        return windows.size();
    }

    /** Returns the first thing that went wrong. */
    Optional<Trouble> trouble() {
        return trouble;
    }

    /** Adds a round that counts. */
    void add(Map<String, ForkResult> delivered, RoundRates rates, Instant start, Instant end) {
        starts.add(rates.spread());
        windows.add(rates.window());
        int round = nextRound();
        forks.forEach((node, its) -> {
            ForkResult fork = shown(delivered.getOrDefault(node, made(round, start, end)), node);
            its.add(fork.toBuilder()
                    .iterations(iterations(rates.nodes().getOrDefault(node, List.of()), fork.end()))
                    .build());
        });
        sums.add(made(round, start, end).toBuilder()
                .iterations(iterations(rates.sums(), end))
                .secondary(Map.of(
                        SPREAD, new Metric(rates.spread() / MILLI, Double.NaN, "ms"),
                        WINDOW, new Metric(rates.window() / MILLI, Double.NaN, "ms")))
                .build());
    }

    /** Adds a round that counts for nothing. */
    void fail(Map<String, ForkResult> delivered, Trouble why, Instant start, Instant end) {
        trouble = trouble.or(() -> Optional.of(why));
        int round = nextRound();
        String where = why.node().isEmpty() ? "" : "Node " + why.node() + ": ";
        Failure other = new Failure(
                why.node().isEmpty() ? Failure.Kind.STOPPED : why.failure().kind(),
                where + why.failure().message(),
                why.failure().stackTrace(),
                why.failure().command(),
                why.failure().outputTail());
        forks.forEach((node, its) -> {
            ForkResult fork = shown(delivered.getOrDefault(node, made(round, start, end)), node);
            its.add(fork.toBuilder()
                    .iterations(List.of())
                    .failure(fork.failure().or(() -> Optional.of(node.equals(why.node()) ? why.failure() : other)))
                    .build());
        });
        sums.add(made(round, start, end).toBuilder().failure(Optional.of(other)).build());
    }

    private static ForkResult made(int round, Instant start, Instant end) {
        return ForkResult.builder(round).start(start).end(end).build();
    }

    /** Returns a fork as people see it: by its node, and without the argument that names its folder there. */
    private static ForkResult shown(ForkResult fork, String node) {
        return fork.toBuilder()
                .node(Optional.of(node))
                .secondary(Map.of())
                .jvmArgs(fork.jvmArgs().stream()
                        .filter(argument -> !SnippetCasePlans.isArgument(argument))
                        .toList())
                .build();
    }

    private static List<IterationResult> iterations(List<Double> rates, Instant end) {
        return IntStream.range(0, rates.size())
                .mapToObj(i -> new IterationResult(
                        IterationResult.Phase.MEASUREMENT,
                        i + 1,
                        end,
                        rates.get(i),
                        1,
                        Map.of(),
                        Map.of(),
                        Optional.empty()))
                .toList();
    }

    /** Returns the results so far. */
    TogetherScore score() {
        Map<String, SnippetResult> nodes = new LinkedHashMap<>();
        forks.forEach((node, its) -> {
            Map<String, String> inputs = new LinkedHashMap<>(snippet.inputs());
            inputs.put(NODE, node);
            nodes.put(node, result(inputs, workers, its));
        });
        return new TogetherScore(
                snippet.title(), nodes, result(snippet.inputs(), workers * forks.size(), sums), starts, windows);
    }

    private SnippetResult result(Map<String, String> inputs, int threads, List<ForkResult> some) {
        RoundPlan plan = new RoundPlan(question.sampling());
        CaseId id = new CaseId("snippet", snippet.name(), new TreeMap<>(inputs), threads, Optional.empty());
        CaseResult result = SnippetCasePlans.result(
                id, SnippetCasePlans.rates(question, threads, plan.rounds(), plan.warmup()), some, "ops/s", Map.of());
        return new SnippetResult(snippet.name(), inputs, 0, result);
    }

    /** Returns whether a worker made fewer calls in a sample than this number. */
    boolean hasFewCalls(double least) {
        Duration sample = question.sampling().duration();
        return forks.values().stream()
                .flatMap(List::stream)
                .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                .anyMatch(rate -> rate * sample.toNanos() / 1e9 < least * workers);
    }

    /**
     * Returns what the forks of each node reported by a name; the last of a node.
     *
     * @param sound whether those that failed are left out
     */
    Map<String, String> facts(String name, boolean sound) {
        Map<String, String> facts = new LinkedHashMap<>();
        forks.forEach((node, its) -> its.stream()
                .filter(fork -> !sound || fork.failure().isEmpty())
                .forEach(fork -> Optional.ofNullable(fork.echo().get(name)).ifPresent(fact -> facts.put(node, fact))));
        return facts;
    }
}
