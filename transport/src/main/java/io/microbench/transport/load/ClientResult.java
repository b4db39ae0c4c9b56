// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The result of a client.
 *
 * @param size bytes of each message
 * @param messages that came back unchanged
 * @param corrupt messages that came back with other content
 * @param unanswered messages that were sent but not back at the end
 * @param busyNanos the time with at least one message in flight, without creating and comparing contents in between. In
 *     an open loop the time from the due time of the first message to the last answer, at least that of the schedule
 * @param perNode messages that came back from each node
 * @param asked requested messages per second; empty if each waited for another one
 * @param streams the transfers of each stream
 * @param problem why it ended before all messages were back; empty if all are
 */
record ClientResult(
        int size,
        long messages,
        long corrupt,
        long unanswered,
        long busyNanos,
        List<Long> perNode,
        Legs legs,
        Optional<Double> asked,
        List<Transfer> streams,
        Optional<String> problem) {

    ClientResult {
        perNode = List.copyOf(perNode);
        streams = List.copyOf(streams);
    }

    /** Returns whether all messages came back unchanged. */
    boolean isWhole() {
        return corrupt == 0 && unanswered == 0 && problem.isEmpty();
    }

    long sent() {
        return messages + corrupt + unanswered;
    }

    double perSecond() {
        return busyNanos == 0 ? 0 : messages * 1e9 / busyNanos;
    }

    /**
     * Returns the combined result of concurrent clients; its time is the longest of their times.
     *
     * @param results at least one, of messages of one size
     */
    static ClientResult merged(List<ClientResult> results) {
        Legs legs = Legs.none();
        long messages = 0;
        long corrupt = 0;
        long unanswered = 0;
        long busy = 0;
        List<Transfer> streams = new ArrayList<>();
        Set<String> problems = new LinkedHashSet<>();
        double asked = 0;
        long[] perNode = new long[results.get(0).perNode().size()];
        for (ClientResult result : results) {
            legs.add(result.legs());
            messages += result.messages();
            corrupt += result.corrupt();
            unanswered += result.unanswered();
            busy = Math.max(busy, result.busyNanos());
            asked += result.asked().orElse(0.0);
            streams.addAll(result.streams());
            result.problem().ifPresent(problems::add);
            for (int i = 0; i < perNode.length; i++) {
                perNode[i] += result.perNode().get(i);
            }
        }
        return new ClientResult(
                results.get(0).size(),
                messages,
                corrupt,
                unanswered,
                busy,
                LongStream.of(perNode).boxed().toList(),
                legs,
                asked > 0 ? Optional.of(asked) : Optional.empty(),
                streams,
                problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
    }
}
