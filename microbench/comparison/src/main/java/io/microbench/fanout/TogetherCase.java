// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.Round.RoundFailure;
import io.microbench.fanout.TogetherRun.TogetherAnswer.TogetherScore;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunNode;
import io.microbench.snippet.CompiledQuestion;
import io.microbench.snippet.Question;
import io.microbench.snippet.Question.Sampling;
import io.microbench.snippet.Snippet;
import io.microbench.snippet.SnippetCasePlans;
import io.microbench.snippet.SnippetResult;
import io.microbench.snippet.fork.SnippetProperties;
import io.microbench.text.Counted;
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
    private int rounds;
    private long spread;
    private long window = Long.MAX_VALUE;
    private Optional<RoundFailure> problem = Optional.empty();

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

    int nextRound() {
        return sums.size() + 1;
    }

    /** Returns the number of valid rounds. */
    int rounds() {
        return rounds;
    }

    /** Returns the first failure. */
    Optional<RoundFailure> problem() {
        return problem;
    }

    /** Adds a valid round. */
    void add(Map<String, ForkResult> delivered, RoundRates rates, Instant start, Instant end) {
        rounds++;
        spread = Math.max(spread, rates.spread());
        window = Math.min(window, rates.window());
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

    /** Adds a failed round. */
    void fail(Map<String, ForkResult> delivered, RoundFailure why, Instant start, Instant end) {
        problem = problem.or(() -> Optional.of(why));
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

    /** Returns a fork for the record: with its node, and without the argument that names its folder there. */
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

    TogetherScore score() {
        Map<String, SnippetResult> nodes = new LinkedHashMap<>();
        forks.forEach((node, its) -> {
            Map<String, String> inputs = new LinkedHashMap<>(snippet.inputs());
            inputs.put(NODE, node);
            nodes.put(node, result(inputs, workers, its));
        });
        return new TogetherScore(
                snippet.title(), nodes, result(snippet.inputs(), workers * forks.size(), sums), spread, window);
    }

    private SnippetResult result(Map<String, String> inputs, int threads, List<ForkResult> some) {
        RoundPlan plan = new RoundPlan(question.sampling());
        CaseId id = new CaseId("snippet", snippet.name(), new TreeMap<>(inputs), threads, Optional.empty());
        CaseResult result = SnippetCasePlans.result(
                id, SnippetCasePlans.rates(question, threads, plan.rounds(), plan.warmup()), some, "ops/s", Map.of());
        return new SnippetResult(snippet.name(), inputs, 0, result);
    }

    /** Returns whether a worker made fewer calls in a sample than the given number. */
    boolean hasFewCalls(double least) {
        Duration sample = question.sampling().duration();
        return forks.values().stream()
                .flatMap(List::stream)
                .flatMapToDouble(fork -> Arrays.stream(fork.validScores()))
                .anyMatch(rate -> rate * sample.toNanos() / 1e9 < least * workers);
    }

    /** Returns the values that the last fork of each node reported under a name. */
    Map<String, String> facts(String name) {
        Map<String, String> facts = new LinkedHashMap<>();
        forks.forEach((node, its) -> its.forEach(
                fork -> Optional.ofNullable(fork.echo().get(name)).ifPresent(fact -> facts.put(node, fact))));
        return facts;
    }

    /** Warnings of a run on several nodes. */
    record TogetherWarnings(List<TogetherCase> cases, List<RunNode> nodes) {

        /** With fewer calls per worker and sample, a single call changes the rate by more than 5 %. */
        private static final double FEW_CALLS = 20;

        /** Returns the reasons why cases were not measured, one line each. */
        List<String> failures() {
            List<String> lines = new ArrayList<>();
            for (TogetherCase togetherCase : cases) {
                togetherCase
                        .problem()
                        .filter(problem -> problem.failure().kind() != Failure.Kind.STOPPED)
                        .ifPresent(problem -> lines.add(line(togetherCase, problem)));
            }
            if (cases.stream()
                    .anyMatch(togetherCase ->
                            togetherCase.problem().filter(RoundFailure::end).isPresent())) {
                long none = cases.stream()
                        .filter(togetherCase -> togetherCase.rounds() == 0
                                && togetherCase.problem().isEmpty())
                        .count();
                if (none > 0 && !lines.isEmpty()) {
                    lines.add("Not measured: " + Counted.of(none, "further case") + ".");
                }
            }
            return lines;
        }

        private static String line(TogetherCase togetherCase, RoundFailure problem) {
            String node = (problem.node().contains(",") ? "nodes " : "node ") + problem.node();
            String what = problem.failure().kind() == Failure.Kind.NODE_LOST
                    ? "lost " + node + " (" + problem.failure().message() + ")"
                    : "failed on " + node + ": " + problem.failure().message();
            return Snippet.quoted(togetherCase.snippet().name()) + " " + what + ". "
                    + (togetherCase.rounds() == 0
                            ? "It has no result."
                            : "That round is discarded; the result has "
                                    + Counted.of(togetherCase.rounds(), "earlier round", "earlier rounds") + ".");
        }

        /** Returns warnings about the scores, the most important first. */
        List<String> all() {
            List<String> lines = new ArrayList<>();
            for (int i = 1; i < nodes.size(); i++) {
                Optional<String> difference = NodeSimilarity.difference(nodes.get(0), nodes.get(i));
                difference.ifPresent(found -> lines.add("Nodes " + found + ". The sum adds different kinds of machines:"
                        + " compare it only with sums over the same machines."));
            }
            shared().ifPresent(lines::add);
            for (TogetherCase togetherCase : cases) {
                if (togetherCase.hasFewCalls(FEW_CALLS)) {
                    lines.add(Snippet.quoted(togetherCase.snippet().title()) + ": a worker makes fewer than "
                            + (int) FEW_CALLS
                            + " calls per sample, so a single call changes the rate by more than 5%."
                            + " Use longer samples.");
                }
                togetherCase
                        .facts(SnippetProperties.DONE_FAILURE)
                        .forEach((node, failure) -> lines.add(
                                Snippet.quoted(togetherCase.snippet().title()) + ": its done code failed on node "
                                        + node + ": " + failure + ". The scores are not affected."));
            }
            return lines.stream().distinct().toList();
        }

        /**
         * Returns a warning if nodes are on one machine: they share its processors, and their sum is that of one
         * machine.
         */
        private Optional<String> shared() {
            Map<String, List<String>> hosts = new LinkedHashMap<>();
            nodes.forEach(node -> hosts.computeIfAbsent(node.environment().host(), host -> new ArrayList<>())
                    .add(node.name()));
            return hosts.entrySet().stream()
                    .filter(host -> host.getValue().size() > 1)
                    .findFirst()
                    .map(host -> "Nodes " + String.join(", ", host.getValue()) + " are on one machine (" + host.getKey()
                            + ") and share its processors.");
        }
    }

    record RoundPlan(Sampling sampling) {

        private static final Duration WARMUP = Duration.ofMillis(500);

        /** Added to the warm-up and the timeout: a JVM starts slowly on a busy machine. */
        private static final Duration START = Duration.ofSeconds(20);

        /** The time between two counts, which may be slightly longer; the window begins and ends with a count. */
        private static final Duration BETWEEN_COUNTS = Duration.ofMillis(20);

        private static final int MARGIN = 4;

        /** Returns the number of rounds; each round runs one fork on each node. */
        int rounds() {
            return Math.max(1, Math.min(sampling.forks(), sampling.samples()));
        }

        int samples(int round) {
            return sampling.samples() / rounds() + (round <= sampling.samples() % rounds() ? 1 : 0);
        }

        Duration warmup() {
            return sampling.warmup().isPresent()
                    ? sampling.duration().multipliedBy(sampling.warmup().getAsInt())
                    : WARMUP;
        }

        /** Returns the duration of all rounds, including their warm-up. */
        Duration length() {
            return warmup().multipliedBy(rounds()).plus(sampling.duration().multipliedBy(sampling.samples()));
        }

        Round.Limits limits(int round, Duration timeout) {
            return new Round.Limits(
                    warmup().plus(timeout).plus(START),
                    sampling.duration()
                            .plus(BETWEEN_COUNTS)
                            .multipliedBy(samples(round))
                            .plus(BETWEEN_COUNTS.multipliedBy(MARGIN)),
                    timeout.plus(START));
        }
    }
}
