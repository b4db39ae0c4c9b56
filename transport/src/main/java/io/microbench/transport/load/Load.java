// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.time.Duration;
import java.util.Optional;

/**
 * What clients do together.
 *
 * @param workload of each client
 * @param clients at least 1
 * @param streamPerMessage whether each message has a stream of its own; the streams of the workload are then those that may be open at once
 * @param schedule of the messages of all clients; empty where each is sent when another one is back
 * @param interval after each, what was measured in it is shown
 * @param deadline for the last message, from when the last of them could have been sent
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
     * When messages are sent that wait for none.
     *
     * @param perSecond messages of all clients together, above 0
     * @param drain how long to wait for what has not come back after the last was sent
     */
    record Schedule(double perSecond, Duration drain) {}
}
