// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.Round.Inbox.Event;
import io.microbench.fanout.Round.Inbox.HostEnded;
import io.microbench.fanout.Round.Inbox.Replied;
import io.microbench.fanout.RoundRates.NodeTimes;
import io.microbench.fanout.SnippetCommand.ForkOrder;
import io.microbench.fanout.SnippetReply.CallCount;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.Collectors;

/**
 * A round: one fork on each node, with a barrier before the start and a common end.
 *
 * <p>Each node prepares its fork and waits. All nodes start when the last one is ready, and stop when all have measured
 * for the required time. If one fails, the others stop at once, and each runs the done code of its snippet. Such a
 * round is discarded because a sum over fewer nodes is not comparable.
 */
final class Round {

    /**
     * Time limits.
     *
     * @param prepare the time from the prepare command until the fork has warmed up
     * @param measure how long all nodes measure together
     * @param answer the time from the start command to the first count, and from the stop command to the end of the
     *     fork, including the last call and the done code of the snippet
     */
    record Limits(Duration prepare, Duration measure, Duration answer) {}

    /**
     * The result of a round.
     *
     * @param times the times and counts of each node, by name; empty if the round failed
     * @param forks the results of the forks that ended, by the name of the node
     */
    record Outcome(Map<String, NodeTimes> times, Map<String, ForkResult> forks, Optional<RoundFailure> problem) {}

    /** How long a fork may take to clean up when the user stops the run. */
    private static final Duration STOPPING = Duration.ofMillis(1500);

    private enum State {
        PREPARING,
        READY,
        STARTED,
        MEASURED,
        ENDED,
        GONE
    }

    private static final class NodeState {

        private final String node;
        private final HostLines host;
        private State state = State.PREPARING;
        private long goSent;
        private long startedSeen;
        private long stopSent;
        private long measuredSeen;
        private List<CallCount> readings = List.of();
        private Optional<ForkResult> fork = Optional.empty();

        NodeState(String node, HostLines host) {
            this.node = node;
            this.host = host;
        }

        boolean isOver() {
            return state.compareTo(State.ENDED) >= 0;
        }
    }

    private final Map<String, NodeState> nodes = new LinkedHashMap<>();
    private final Inbox inbox;
    private final Limits limits;
    private Optional<RoundFailure> problem = Optional.empty();
    private boolean stopped;

    Round(Map<String, HostLines> hosts, Inbox inbox, Limits limits) {
        hosts.forEach((node, host) -> nodes.put(node, new NodeState(node, host)));
        this.inbox = inbox;
        this.limits = limits;
    }

    /** Runs the round, and closes a host that does not end in time. */
    Outcome run(ForkOrder order) throws InterruptedException {
        send(SnippetCommand.prepare(order), (seat, now) -> {});
        if (await(State.READY, limits.prepare(), "was not ready to start")) {
            send(SnippetCommand.of(SnippetCommand.Kind.GO), (seat, now) -> seat.goSent = now);
            if (await(State.STARTED, limits.answer(), "did not start")) {
                measure();
            }
        }
        send(SnippetCommand.of(SnippetCommand.Kind.STOP), (seat, now) -> seat.stopSent = now);
        awaitEnd();
        Map<String, NodeTimes> times = problem.isPresent() ? Map.of() : times();
        Map<String, ForkResult> forks = new LinkedHashMap<>();
        nodes.forEach((node, seat) -> seat.fork.ifPresent(fork -> forks.put(node, fork)));
        return new Outcome(times, forks, problem);
    }

    private void send(SnippetCommand command, ObjLongConsumer<NodeState> sent) {
        for (NodeState seat : nodes.values()) {
            if (!seat.isOver()) {
                sent.accept(seat, inbox.now());
                try {
                    seat.host.send(RecordJson.line(command));
                } catch (IOException e) {
                    // The host has ended; the inbox reports its end.
                }
            }
        }
    }

    /** Waits until all nodes have reached a state; returns whether they have. */
    private boolean await(State state, Duration limit, String lateness) throws InterruptedException {
        long until = inbox.now() + limit.toNanos();
        while (problem.isEmpty() && !before(state).isEmpty()) {
            if (!takeNext(until)) {
                late(before(state), lateness, limit);
            }
        }
        return problem.isEmpty();
    }

    /** Handles the next event; returns false if there is no event before the given time. */
    private boolean takeNext(long until) throws InterruptedException {
        Optional<Event> event = inbox.next(until);
        event.ifPresent(this::take);
        return event.isPresent();
    }

    private List<String> before(State state) {
        return nodes.values().stream()
                .filter(seat -> seat.state.compareTo(state) < 0)
                .map(seat -> seat.node)
                .toList();
    }

    private void late(List<String> missing, String lateness, Duration limit) {
        String names = missing.stream().collect(Collectors.joining(", "));
        recordProblem(
                names,
                Failure.Kind.TIMED_OUT,
                lateness + " within " + limit.toMillis() / 1000.0 + " s. Set a longer limit with -Dmicrobench.timeout",
                true);
    }

    private void measure() throws InterruptedException {
        long uncertain = nodes.values().stream()
                .mapToLong(seat -> seat.startedSeen - seat.goSent)
                .max()
                .orElse(0);
        // The uncertain times at both ends are not evaluated.
        long until = inbox.now() + limits.measure().toNanos() + 2 * uncertain;
        boolean more = true;
        while (more && problem.isEmpty()) {
            more = takeNext(until);
        }
    }

    private void awaitEnd() throws InterruptedException {
        long began = inbox.now();
        while (!before(State.ENDED).isEmpty()) {
            Duration limit = stopped ? STOPPING : limits.answer();
            if (!takeNext(began + limit.toNanos())) {
                late(before(State.ENDED), "did not end", limit);
                nodes.values().stream().filter(seat -> !seat.isOver()).forEach(seat -> {
                    seat.host.close();
                    seat.state = State.GONE;
                });
            }
        }
    }

    private void take(Event event) {
        if (event instanceof Replied replied) {
            take(seat(replied.node()), replied);
        } else if (event instanceof HostEnded gone) {
            seat(gone.node()).state = State.GONE;
            if (gone.end() instanceof HostEnd.NodeLost lost) {
                recordProblem(gone.node(), Failure.Kind.NODE_LOST, lost.why(), true);
            } else {
                recordProblem(
                        gone.node(),
                        Failure.Kind.CRASHED,
                        "its host " + gone.end().how(),
                        true);
            }
        } else {
            stopped = true;
            recordProblem("", Failure.Kind.STOPPED, "the run was stopped", true);
        }
    }

    private NodeState seat(String node) {
        return Optional.ofNullable(nodes.get(node)).orElseThrow();
    }

    private void take(NodeState seat, Replied replied) {
        switch (replied.reply().kind()) {
            case READY -> seat.state = State.READY;
            case STARTED -> {
                seat.state = State.STARTED;
                seat.startedSeen = replied.nanos();
            }
            case MEASURED -> {
                seat.state = State.MEASURED;
                seat.measuredSeen = replied.nanos();
                seat.readings = replied.reply().readings();
            }
            case ENDED -> ended(seat, replied.reply().fork());
            case PROBLEM ->
                recordProblem(
                        replied.node(),
                        Failure.Kind.NOT_STARTED,
                        replied.reply().problem().orElse("it replied without a reason"),
                        true);
            case OPENED ->
                recordProblem(replied.node(), Failure.Kind.NOT_STARTED, "it sent an unexpected answer", true);
        }
    }

    private void ended(NodeState seat, Optional<ForkResult> fork) {
        boolean early = seat.state.compareTo(State.MEASURED) < 0;
        seat.state = State.ENDED;
        seat.fork = fork;
        Optional<Failure> failure = fork.flatMap(ForkResult::failure);
        if (failure.isPresent()) {
            problem = problem.or(() -> Optional.of(new RoundFailure(seat.node, failure.get(), false)));
        } else if (early) {
            recordProblem(seat.node, Failure.Kind.INCOMPLETE, "its fork ended before the stop command", false);
        }
    }

    /** Records the first failure; later failures of other nodes may be its consequence, and are ignored. */
    private void recordProblem(String node, Failure.Kind kind, String message, boolean end) {
        Failure failure = Failure.of(kind, message);
        problem = problem.map(first -> new RoundFailure(first.node(), first.failure(), first.end() || end))
                .or(() -> Optional.of(new RoundFailure(node, failure, end)));
    }

    private Map<String, NodeTimes> times() {
        Map<String, NodeTimes> times = new LinkedHashMap<>();
        for (NodeState seat : nodes.values()) {
            if (seat.readings.size() < 2) {
                recordProblem(seat.node, Failure.Kind.INCOMPLETE, "it reported no calls", false);
                return Map.of();
            }
            times.put(
                    seat.node,
                    NodeTimes.of(seat.goSent, seat.startedSeen, seat.stopSent, seat.measuredSeen, seat.readings));
        }
        return times;
    }

    /**
     * The reason why a round is discarded.
     *
     * @param node the name of the node that failed first; empty if the user stopped the run
     * @param failure the failure on that node
     * @param end whether the nodes cannot run further rounds
     */
    record RoundFailure(String node, Failure failure, boolean end) {}

    /** A queue of the events of all nodes, and the coordinator's clock. Thread-safe. */
    static class Inbox {

        /** An event of a node or of the user. */
        sealed interface Event permits Replied, HostEnded, Stopped {}

        /** A host answered; {@code nanos} is the time on the coordinator's clock. */
        record Replied(String node, long nanos, SnippetReply reply) implements Event {}

        record HostEnded(String node, HostEnd end) implements Event {}

        record Stopped() implements Event {}

        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

        void put(Event event) {
            events.add(event);
        }

        /** Returns a receiver of a host's lines; {@code printed} receives its node and each printed line. */
        HostLines.Taker taker(String node, BiConsumer<String, String> printed) {
            return new HostLines.Taker() {
                @Override
                public void replied(String line) {
                    // The time is read before parsing, which takes time.
                    long now = now();
                    try {
                        RecordJson.read(line, SnippetReply.class)
                                .ifPresent(reply -> put(new Replied(node, now, reply)));
                    } catch (MalformedJsonException e) {
                        String problem = "it sent an invalid answer: " + e.reason();
                        put(new Replied(node, now, SnippetReply.problem(problem)));
                    }
                }

                @Override
                public void printed(String line) {
                    printed.accept(node, line);
                }

                @Override
                public void ended(HostEnd end) {
                    put(new HostEnded(node, end));
                }
            };
        }

        long now() {
            return System.nanoTime();
        }

        /** Waits for the next event until a time on the coordinator's clock; returns empty if there is none. */
        Optional<Event> next(long until) throws InterruptedException {
            return Optional.ofNullable(events.poll(Math.max(0, until - now()), TimeUnit.NANOSECONDS));
        }
    }
}
