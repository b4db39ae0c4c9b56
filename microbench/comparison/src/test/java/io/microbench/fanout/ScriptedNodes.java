// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.fanout.Round.Inbox;
import io.microbench.fanout.Round.Inbox.HostEnded;
import io.microbench.fanout.Round.Inbox.Replied;
import io.microbench.fanout.Round.Inbox.Stopped;
import io.microbench.fanout.SnippetCommand.ForkOrder;
import io.microbench.fanout.SnippetReply.CallCount;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RecordJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** Nodes that answer by a script, on a clock that advances only while a thread waits. */
final class ScriptedNodes extends Inbox {

    private static final long MILLI = 1_000_000;

    /** A future event. */
    private record Due(long at, long order, String node, Optional<SnippetReply> reply, Optional<HostEnd> end) {}

    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private long now;
    private long order;
    private Optional<Long> stopAt = Optional.empty();

    /** A node. */
    final class Node implements HostLines {

        private final String name;
        final List<SnippetCommand.Kind> received = new ArrayList<>();
        boolean closed;
        private long readyAfter = 10;
        private long startedAfter = 2;
        private Optional<Long> throwsAfterGo = Optional.empty();
        private Optional<Long> lostAfterGo = Optional.empty();
        private boolean hangs;
        private long started;

        private Node(String name) {
            this.name = name;
        }

        Node readyAfter(long millis) {
            readyAfter = millis;
            return this;
        }

        Node startsAfter(long millis) {
            startedAfter = millis;
            return this;
        }

        Node throwsAfterGo(long millis) {
            throwsAfterGo = Optional.of(millis);
            return this;
        }

        Node lostAfterGo(long millis) {
            lostAfterGo = Optional.of(millis);
            return this;
        }

        /** Its fork does not end. */
        Node hangs() {
            hangs = true;
            return this;
        }

        @Override
        public void send(String line) {
            SnippetCommand command = RecordJson.read(line, SnippetCommand.class).orElseThrow();
            received.add(command.kind());
            switch (command.kind()) {
                case PREPARE -> reply(readyAfter, SnippetReply.of(SnippetReply.Kind.READY));
                case GO -> go();
                case STOP -> stop();
                case OPEN -> throw new AssertionError("a round opens nothing");
            }
        }

        private void go() {
            started = now + startedAfter * MILLI;
            reply(startedAfter + 1, SnippetReply.of(SnippetReply.Kind.STARTED));
            throwsAfterGo.ifPresent(after -> reply(after, SnippetReply.ended(fork("boom"))));
            lostAfterGo.ifPresent(after -> due.add(new Due(
                    now + after * MILLI,
                    order++,
                    name,
                    Optional.empty(),
                    Optional.of(new HostEnd.NodeLost(name, "it was killed")))));
        }

        private void stop() {
            List<CallCount> readings = new ArrayList<>();
            // The last reading is not earlier than the command.
            for (long at = started; at < now + 10 * MILLI; at += 10 * MILLI) {
                readings.add(new CallCount(at - started, (at - started) / MILLI));
            }
            reply(11, SnippetReply.measured(readings));
            if (!hangs) {
                reply(15, SnippetReply.ended(fork("")));
            }
        }

        private void reply(long after, SnippetReply reply) {
            due.add(new Due(now + after * MILLI, order++, name, Optional.of(reply), Optional.empty()));
        }

        private ForkResult fork(String failure) {
            return ForkResult.builder(1)
                    .failure(
                            failure.isEmpty()
                                    ? Optional.empty()
                                    : Optional.of(new Failure(Failure.Kind.THREW, failure, "", List.of(), List.of())))
                    .build();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    Node add(String name) {
        Node node = new Node(name);
        nodes.put(name, node);
        return node;
    }

    /** The user stops the run at this time, in milliseconds. */
    void stopAt(long millis) {
        stopAt = Optional.of(millis * MILLI);
    }

    long millis() {
        return now / MILLI;
    }

    Round.Outcome round(Duration measure) throws InterruptedException {
        Round.Limits limits = new Round.Limits(Duration.ofSeconds(10), measure, Duration.ofSeconds(20));
        ForkOrder forkOrder = new ForkOrder(1, Map.of(), Map.of(), 1, Duration.ZERO, List.of());
        return new Round(new LinkedHashMap<>(nodes), this, limits).run(forkOrder);
    }

    @Override
    long now() {
        return now;
    }

    @Override
    Optional<Event> next(long until) {
        if (stopAt.filter(at -> at <= until).isPresent()
                && (due.isEmpty() || due.peek().at() >= stopAt.get())) {
            now = Math.max(now, stopAt.get());
            stopAt = Optional.empty();
            return Optional.of(new Stopped());
        }
        if (due.isEmpty() || due.peek().at() > until) {
            now = Math.max(now, until);
            return Optional.empty();
        }
        Due next = due.remove();
        now = Math.max(now, next.at());
        return Optional.of(
                next.reply().isPresent()
                        ? new Replied(next.node(), now, next.reply().get())
                        : new HostEnded(next.node(), next.end().orElseThrow()));
    }
}
