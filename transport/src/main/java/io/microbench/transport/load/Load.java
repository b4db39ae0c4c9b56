// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Duration;
import java.util.Optional;

/**
 * The load of all clients.
 *
 * @param workload the messages of each client
 * @param clients the number of clients, at least 1
 * @param streamPerMessage whether each message has its own stream; the number of streams in the workload is then the
 *     maximum number of open streams
 * @param schedule the schedule of the messages of all clients; empty if each message is sent when another one has come
 *     back
 * @param interval the length of the intervals whose results are shown
 * @param deadline the time limit for the last message, counted from the earliest time at which it could be sent
 */
record Load(
        Workload workload,
        int clients,
        boolean streamPerMessage,
        Timing timing,
        Optional<Schedule> schedule,
        Duration interval,
        Duration deadline) {

    /**
     * The schedule of messages that do not wait for others.
     *
     * @param perSecond the number of messages per second of all clients together, above 0
     * @param drain how long to wait for outstanding messages after the last message was sent
     */
    record Schedule(double perSecond, Duration drain) {}

    /**
     * Defines when messages are measured.
     *
     * @param warmup the time in which messages are sent before the measurement
     * @param time the time in which measured messages are sent; empty if a number of messages is requested
     */
    record Timing(Duration warmup, Optional<Duration> time) {

        static final Timing NONE = new Timing(Duration.ZERO, Optional.empty());

        /** Returns the minimum time in which messages are sent. */
        Duration least() {
            return warmup.plus(time.orElse(Duration.ZERO));
        }
    }

    /**
     * The messages that a client sends.
     *
     * @param size the number of bytes of each message, at least 1
     * @param requests the number of messages, at least 1
     * @param inFlight the number of messages in flight on each stream, at least 1
     * @param legs whether each side acknowledges the arrival of a message with a receipt
     * @param streams the number of streams to each node, at least 1
     * @param seed the seed of contents and of the order of nodes
     */
    record Workload(int size, long requests, int inFlight, boolean legs, int streams, long seed) {

        Workload withSeed(long other) {
            return new Workload(size, requests, inFlight, legs, streams, other);
        }
    }
}
