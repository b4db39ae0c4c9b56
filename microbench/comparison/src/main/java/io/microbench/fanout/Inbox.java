// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.remote.HostEnd;
import io.microbench.remote.HostLines;
import io.microbench.result.RecordJson;
import io.microbench.result.RecordJson.MalformedJsonException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** The events of all nodes, one after the other, and the coordinator's clock. */
interface Inbox {

    /** An event of a node or of the user. */
    sealed interface Event permits Replied, Gone, Stopped {}

    /**
     * A host answered.
     *
     * @param node the name of its node
     * @param nanos when, on the coordinator's clock
     */
    record Replied(String node, long nanos, SnippetReply reply) implements Event {}

    /**
     * A host has gone.
     *
     * @param node the name of its node
     * @param end why
     */
    record Gone(String node, HostEnd end) implements Event {}

    /** The user stops the run. */
    record Stopped() implements Event {}

    /** Returns the coordinator's clock in nanoseconds. */
    long now();

    /** Waits for the next event until a moment of the coordinator's clock; empty when that has come. */
    Optional<Event> next(long until) throws InterruptedException;

    /** An inbox that others put events into; for any thread. */
    final class Queue implements Inbox {

        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

        void put(Event event) {
            events.add(event);
        }

        /**
         * Returns a receiver of the lines of a host.
         *
         * @param printed receives the name of the node, and a line that was printed there
         */
        HostLines.Taker taker(String node, BiConsumer<String, String> printed) {
            return new HostLines.Taker() {
                @Override
                public void replied(String line) {
                    // Before it is read, which takes time.
                    long now = now();
                    try {
                        RecordJson.read(line, SnippetReply.class)
                                .ifPresent(reply -> put(new Replied(node, now, reply)));
                    } catch (MalformedJsonException e) {
                        String problem = "it answered something unreadable: " + e.reason();
                        put(new Replied(node, now, SnippetReply.problem(problem)));
                    }
                }

                @Override
                public void printed(String line) {
                    printed.accept(node, line);
                }

                @Override
                public void ended(HostEnd end) {
                    put(new Gone(node, end));
                }
            };
        }

        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public Optional<Event> next(long until) throws InterruptedException {
            return Optional.ofNullable(events.poll(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS));
        }
    }
}
