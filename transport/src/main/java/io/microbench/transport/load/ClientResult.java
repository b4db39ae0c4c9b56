// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * What a client has measured.
 *
 * @param size bytes of each message
 * @param messages that came back as they were
 * @param corrupt messages that came back with other content
 * @param unanswered messages that were sent and had not come back when it ended
 * @param busyNanos the time in which at least one message was on its way; making and comparing contents between messages is not in it.
 *     In an open loop the time from when the first message was due to the last answer, at least that of the schedule
 * @param perNode messages that came back from each node
 * @param asked messages per second that were to be sent on schedule; empty where each waited for another one
 * @param streams what each of them transferred
 * @param problem why it ended before all messages were back; empty if they all are
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

    /** Returns whether all messages came back as they were. */
    boolean isWhole() {
        return corrupt == 0 && unanswered == 0 && problem.isEmpty();
    }

    /** Returns how many messages were sent. */
    long sent() {
        return messages + corrupt + unanswered;
    }

    /** Returns how many messages came back per second. */
    double perSecond() {
        return busyNanos == 0 ? 0 : messages * 1e9 / busyNanos;
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
