// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Records the times in which a majority of the members was running, neither killed nor frozen. */
final class MajorityTimes {

    private record Span(long from, long to) {}

    private final int members;
    private final Set<Integer> running = new HashSet<>();
    private final List<Span> spans = new ArrayList<>();
    private OptionalLong since = OptionalLong.empty();

    /** Creates a record for a number of members, none of which is running yet. */
    MajorityTimes(int members) {
        this.members = members;
    }

    synchronized void runs(int member, long now) {
        running.add(member);
        change(now);
    }

    synchronized void stops(int member, long now) {
        running.remove(member);
        change(now);
    }

    private void change(long now) {
        boolean majority = running.size() > members / 2;
        if (majority && since.isEmpty()) {
            since = OptionalLong.of(now);
        } else if (!majority && since.isPresent()) {
            spans.add(new Span(since.getAsLong(), now));
            since = OptionalLong.empty();
        }
    }

    /**
     * Returns the longest time, in nanoseconds, during which a majority was running but no write was acknowledged.
     *
     * @param from the start of the clients
     * @param to their end
     */
    synchronized long longestWithout(List<Operation> history, long from, long to) {
        List<Span> all = new ArrayList<>(spans);
        since.ifPresent(begin -> all.add(new Span(begin, to)));
        long longest = 0;
        for (Span span : all) {
            long last = Math.max(span.from, from);
            long end = Math.min(span.to, to);
            for (long acknowledged : acknowledged(history)) {
                if (acknowledged > last && acknowledged < end) {
                    longest = Math.max(longest, acknowledged - last);
                    last = acknowledged;
                }
            }
            longest = Math.max(longest, end - last);
        }
        return longest;
    }

    private static long[] acknowledged(List<Operation> history) {
        return history.stream()
                .filter(Operation::isWrite)
                .flatMapToLong(write -> write.returned().stream())
                .sorted()
                .toArray();
    }
}
