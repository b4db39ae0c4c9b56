// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Duration;
import java.util.Optional;

/**
 * The load of all clients.
 *
 * @param workload of each client
 * @param clients at least 1
 * @param streamPerMessage whether each message has its own stream; the streams of the workload are then the maximum of
 *     open ones
 * @param schedule of the messages of all clients; empty if each is sent when another one is back
 * @param interval the length of the intervals whose results are shown
 * @param deadline the time limit for the last message, from when it could have been sent
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
     * @param perSecond messages of all clients together, above 0
     * @param drain how long to wait for outstanding messages after the last was sent
     */
    record Schedule(double perSecond, Duration drain) {}
}
