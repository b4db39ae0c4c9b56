// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.fanout.Round.Inbox;
import io.microbench.fanout.Round.RoundFailure;
import io.microbench.fanout.RoundRates.CommonWindow;
import io.microbench.fanout.SnippetCommand.ForkOrder;
import io.microbench.fanout.TogetherCase.RoundPlan;
import io.microbench.fanout.TogetherCase.TogetherWarnings;
import io.microbench.fanout.TogetherRun.TogetherAnswer.TogetherScore;
import io.microbench.forks.LocalForks;
import io.microbench.forks.RunClock;
import io.microbench.forks.RunLock;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostProcess.HostKind;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.Failure;
import io.microbench.result.RecordJson;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.snippet.CompiledQuestion;
import io.microbench.snippet.Question;
import io.microbench.snippet.SnippetListener;
import io.microbench.snippet.SnippetResult;
import io.microbench.snippet.SnippetRun;
import io.microbench.snippet.fork.SnippetProperties;
import io.microbench.text.ConsoleStyle;
import io.microbench.text.ConsoleStyle.Colour;
import io.microbench.text.Counted;
import io.microbench.text.Durations;
import io.microbench.text.Numbers;
import io.microbench.text.PreflightException;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures a {@link Question} on several nodes at once.
 *
 * <p>The snippets are compiled here, before any node is contacted. On each node a {@link SnippetHost} runs the forks.
 * In a {@link Round}, one fork runs on each node; only its {@link CommonWindow} is evaluated. Clocks of different
 * machines are never compared.
 */
public final class TogetherRun implements AutoCloseable {

    private static final Duration LOCK_WAIT = Duration.ofMinutes(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Question question;
    private final CompiledQuestion compiled;
    private final List<String> nodes;
    private final SnippetListener listener;
    private final Clock clock = RunClock.start();
    private final Inbox inbox = new Inbox();
    private final Map<String, HostLines> hosts = new LinkedHashMap<>();
    private final Map<String, RunNode> known = new LinkedHashMap<>();
    private volatile boolean stopped;
    private volatile String busy = "";

    private TogetherRun(Question question, CompiledQuestion compiled, List<String> nodes, SnippetListener listener) {
        this.question = question;
        this.compiled = compiled;
        this.nodes = List.copyOf(nodes);
        this.listener = listener;
    }

    /** Compiles the snippets of a question; contacts no node. */
    public static TogetherRun compile(Question question, List<String> nodes, SnippetListener listener) {
        CompiledQuestion compiled = SnippetRun.compiled(question);
        return new TogetherRun(question, compiled, nodes, listener);
    }

    public String outline() {
        RoundPlan plan = new RoundPlan(question.sampling());
        int rungs = question.workers().counts().size() * compiled.snippets().size();
        String workers =
                question.workers().counts().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return Counted.of(nodes.size(), "node") + " at once (" + String.join(", ", nodes) + "), " + workers
                + " workers on each: " + Counted.of((long) rungs * plan.rounds(), "round") + ", about "
                + Durations.text(plan.length().multipliedBy(rungs)) + ", and the start of "
                + Counted.of((long) rungs * plan.rounds() * nodes.size(), "JVM") + ".";
    }

    /**
     * Measures until all rounds are complete, a node is lost or {@link #stop} is called.
     *
     * @param network the network of the nodes; their hosts end when this run is closed
     * @throws PreflightException if a node cannot measure; nothing has been measured then
     */
    public TogetherAnswer measure(NodeNetwork.Joined network) {
        Instant start = clock.instant();
        List<TogetherCase> cases = compiled.snippets().stream()
                .flatMap(snippet -> question.workers().counts().stream()
                        .map(count -> new TogetherCase(question, snippet, count, nodes)))
                .toList();
        try {
            open(network);
            rounds(cases);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
        return answer(cases, start);
    }

    /** Starts the hosts, which lock their machines in the same order in every run. */
    private void open(NodeNetwork.Joined network) throws InterruptedException {
        List<String> classPath = Stream.concat(
                        question.classPath(question.variants().get(0)).stream().map(Path::toString),
                        LocalForks.visible(SnippetProperties.class).stream())
                .distinct()
                .toList();
        String run = UUID.randomUUID().toString();
        Optional<Duration> wait = RunLock.isIgnored() ? Optional.empty() : Optional.of(LOCK_WAIT);
        for (String node : nodes.stream().sorted().toList()) {
            Launch launch =
                    new Launch("node " + node, classPath, Path.of("").toAbsolutePath(), Map.of(), HostKind.SNIPPETS);
            HostLines host = network.start(node, launch, inbox.taker(node, this::printed));
            hosts.put(node, host);
            try {
                host.send(RecordJson.line(SnippetCommand.open(run, wait)));
            } catch (IOException e) {
                // The inbox receives the reason.
            }
            awaitOpened(node, wait.orElse(Duration.ZERO).plus(ANSWER));
        }
    }

    private void printed(String node, String line) {
        if (line.startsWith("#")) {
            listener.note("# Node " + node + ": " + line.substring(1).strip());
        } else {
            listener.printed(busy, node + ": " + line);
        }
    }

    private void awaitOpened(String node, Duration limit) throws InterruptedException {
        long until = inbox.now() + limit.toNanos();
        while (!known.containsKey(node) && !stopped) {
            opened(inbox.next(until)
                    .orElseThrow(() -> new PreflightException("Node " + node + " did not answer within "
                            + limit.toSeconds() + " s. Check whether it is busy or frozen.")));
        }
    }

    private void opened(Inbox.Event event) {
        if (event instanceof Inbox.HostEnded gone) {
            throw new PreflightException(
                    "Node " + gone.node() + ": its host " + gone.end().how() + ". Nothing was measured.");
        }
        if (event instanceof Inbox.Replied replied) {
            replied.reply().problem().ifPresent(problem -> {
                throw new PreflightException(
                        "Node " + replied.node() + ": " + problem.replaceFirst("\\.$", "") + ". Nothing was measured.");
            });
            replied.reply()
                    .environment()
                    .ifPresent(environment -> known.put(replied.node(), new RunNode(replied.node(), environment)));
        }
    }

    /** Runs all rounds; each round runs one fork of every case on all nodes. */
    private void rounds(List<TogetherCase> cases) throws InterruptedException {
        RoundPlan plan = new RoundPlan(question.sampling());
        for (int round = 1; round <= plan.rounds(); round++) {
            for (TogetherCase togetherCase : cases) {
                if (stopped) {
                    return;
                }
                if (togetherCase.problem().isEmpty()) {
                    round(togetherCase, plan, round);
                    if (togetherCase.problem().filter(RoundFailure::end).isPresent()) {
                        return;
                    }
                }
            }
        }
    }

    private void round(TogetherCase togetherCase, RoundPlan plan, int round) throws InterruptedException {
        busy = togetherCase.snippet().name();
        Instant start = clock.instant();
        ForkOrder order = new ForkOrder(
                round,
                togetherCase.snippet().classes(),
                togetherCase.snippet().inputs(),
                togetherCase.workers(),
                plan.warmup(),
                compiled.arguments());
        Round.Outcome outcome = new Round(hosts, inbox, plan.limits(round, question.timeout())).run(order);
        Instant end = clock.instant();
        Optional<RoundRates> rates = outcome.problem().isPresent()
                ? Optional.empty()
                : RoundRates.of(
                        outcome.times(),
                        plan.samples(round),
                        question.sampling().duration());
        if (rates.isPresent()) {
            togetherCase.add(outcome.forks(), rates.get(), start, end);
            return;
        }
        RoundFailure problem =
                outcome.problem().orElseGet(() -> new RoundFailure(String.join(", ", nodes), tooShort(), false));
        togetherCase.fail(outcome.forks(), problem, start, end);
        lost(problem);
    }

    private static Failure tooShort() {
        String message = "the nodes measured together for less than half of the requested time. Measure for"
                + " longer, or on machines that are less busy.";
        return Failure.of(Failure.Kind.INCOMPLETE, message);
    }

    private void lost(RoundFailure problem) {
        if (problem.failure().kind() == Failure.Kind.NODE_LOST) {
            known.computeIfPresent(
                    problem.node(), (name, node) -> node.lost(problem.failure().message()));
        }
    }

    private TogetherAnswer answer(List<TogetherCase> cases, Instant start) {
        List<TogetherScore> scores = cases.stream().map(TogetherCase::score).toList();
        RunRecord run = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "snippet",
                start,
                Optional.of(clock.instant()),
                EnvironmentProbe.here(),
                List.of(),
                scores.stream()
                        .flatMap(score -> Stream.concat(score.nodes().values().stream(), Stream.of(score.sum())))
                        .map(result -> result.result())
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.copyOf(known.values())));
        TogetherWarnings warnings = new TogetherWarnings(cases, List.copyOf(known.values()));
        List<String> all = new ArrayList<>(compiled.warnings());
        all.addAll(warnings.all());
        return new TogetherAnswer(run, scores, warnings.failures(), all, stopped);
    }

    /** Stops the run; thread-safe. The forks clean up and end, and {@link #measure} returns the results so far. */
    public void stop() {
        stopped = true;
        inbox.put(new Inbox.Stopped());
    }

    @Override
    public void close() {
        hosts.values().forEach(HostLines::close);
    }

    /**
     * The results of a question that several nodes measured at once.
     *
     * @param run the run; a case for each node, named by the parameter {@code node}, and a case for their sum
     * @param scores the score of each snippet with each combination of inputs and number of workers, in order
     * @param failures messages about cases that were not measured
     * @param warnings warnings about the scores, the most important first
     * @param stopped whether the user stopped it before the end
     */
    public record TogetherAnswer(
            RunRecord run, List<TogetherScore> scores, List<String> failures, List<String> warnings, boolean stopped) {

        private static final String SUM = "all";

        /**
         * Formats a table with a row for each node and one for their sum, and a line about the starts; empty if nothing
         * was measured.
         */
        public String table(ConsoleStyle style) {
            List<TogetherScore> measured = scores.stream()
                    .filter(score -> score.sum().isMeasured())
                    .sorted(Comparator.comparingInt(
                                    (TogetherScore score) -> score.sum().workers())
                            .thenComparing(score -> -score.sum().rate()))
                    .toList();
            if (measured.isEmpty()) {
                return "";
            }
            boolean several = measured.size() > 1;
            TextTable table = new TextTable(style)
                    .cuttingEnds()
                    .left("Snippet")
                    .left("Node")
                    .right("||")
                    .right("ips")
                    .right("±")
                    .right("Time");
            if (several) {
                table.right("Rel");
            }
            for (TogetherScore score : measured) {
                String name = score.title();
                for (Map.Entry<String, SnippetResult> node : score.nodes().entrySet()) {
                    table.row(cells(name, node.getKey(), node.getValue(), several ? List.of("") : List.of()));
                    name = "";
                }
                String relative = Numbers.percent(score.sum().rate() / best(score));
                table.row(cells(name, SUM, score.sum(), several ? List.of(relative) : List.of()), Colour.NONE);
            }
            return table.render() + starts(measured);
        }

        /** Returns the best rate among cases with the same inputs and number of workers. */
        private double best(TogetherScore score) {
            return scores.stream()
                    .map(TogetherScore::sum)
                    .filter(other -> other.isMeasured()
                            && other.workers() == score.sum().workers()
                            && other.inputs().equals(score.sum().inputs()))
                    .mapToDouble(SnippetResult::rate)
                    .max()
                    .orElse(Double.NaN);
        }

        private static List<String> cells(String name, String node, SnippetResult result, List<String> more) {
            List<String> cells = new ArrayList<>(List.of(
                    name,
                    node,
                    String.valueOf(result.workers()),
                    Quantity.COUNT.format(result.rate()),
                    result.rateInterval()
                            .map(interval -> "±" + Numbers.percent(interval.halfWidth() / result.rate()))
                            .orElse(""),
                    Quantity.DURATION.format(result.nanos())));
            cells.addAll(more);
            return cells;
        }

        /** Returns how far apart the nodes started, and for how long all of them measured. */
        private static String starts(List<TogetherScore> measured) {
            long spread =
                    measured.stream().mapToLong(TogetherScore::spread).max().orElseThrow();
            long least =
                    measured.stream().mapToLong(TogetherScore::window).min().orElseThrow();
            return "All nodes started within " + Quantity.DURATION.format((double) spread)
                    + " of each other, and measured together for " + Quantity.DURATION.format((double) least)
                    + " or more in each round.\n";
        }

        /**
         * The result of a snippet with one combination of inputs and one number of workers.
         *
         * @param sum the sum of all nodes, over the time during which all were measuring
         * @param spread maximum difference between the starts of the nodes in a valid round, in nanoseconds
         * @param window the shortest time during which all nodes were measuring in a valid round, in nanoseconds
         */
        record TogetherScore(
                String title, Map<String, SnippetResult> nodes, SnippetResult sum, long spread, long window) {}
    }
}
