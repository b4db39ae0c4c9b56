/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What a client has measured.
 *
 * @param size bytes of each message
 * @param messages that came back as they were
 * @param corrupt messages that came back with other content
 * @param busyNanos the time in which at least one message was on its way; making and comparing contents between messages is not in it
 * @param perNode messages that came back from each node
 * @param problem why it ended before all messages were back; empty if they all are
 */
record ClientResult(
        int size,
        long messages,
        long corrupt,
        long busyNanos,
        List<Long> perNode,
        Legs legs,
        Optional<String> problem) {

    ClientResult {
        perNode = List.copyOf(perNode);
    }

    /** Returns whether all messages came back as they were. */
    boolean isWhole() {
        return corrupt == 0 && problem.isEmpty();
    }

    /**
     * Returns what clients that sent at the same time have measured together; the longest of their times is that of all.
     *
     * @param results at least one, of messages of one size
     */
    static ClientResult merged(List<ClientResult> results) {
        Legs legs = Legs.none();
        long messages = 0;
        long corrupt = 0;
        long busy = 0;
        List<String> problems = new ArrayList<>();
        long[] perNode = new long[results.get(0).perNode().size()];
        for (ClientResult result : results) {
            legs.add(result.legs());
            messages += result.messages();
            corrupt += result.corrupt();
            busy = Math.max(busy, result.busyNanos());
            result.problem().ifPresent(problems::add);
            for (int i = 0; i < perNode.length; i++) {
                perNode[i] += result.perNode().get(i);
            }
        }
        return new ClientResult(
                results.get(0).size(),
                messages,
                corrupt,
                busy,
                LongStream.of(perNode).boxed().toList(),
                legs,
                problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
    }
}
