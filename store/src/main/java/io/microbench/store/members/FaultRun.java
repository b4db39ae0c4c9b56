// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs clients of a store during a fault of its members, and checks the acknowledged operations. */
final class FaultRun {

    /**
     * The clients and times of a run.
     *
     * @param clients the number of clients
     * @param pause the pause of each client after each operation
     * @param calm the time before the fault, between its parts, and after them
     * @param frozen how long a member is frozen
     * @param patience the time limit for a write to be acknowledged again, and for a member to be readable
     */
    record Times(int clients, Duration pause, Duration calm, Duration frozen, Duration patience) {}

    private final Members members;
    private final Times times;
    private final MajorityTimes majority;
    private final long begin = System.nanoTime();

    /**
     * Creates a run.
     *
     * @param members the running members; the caller closes them
     */
    FaultRun(Members members, Times times) {
        this.members = members;
        this.times = times;
        majority = new MajorityTimes(members.count());
    }

    private long now() {
        return System.nanoTime() - begin;
    }

    /**
     * Runs the clients and the fault.
     *
     * @throws IOException if the store does not work before or after the fault
     */
    FaultOutcome run(Fault fault) throws IOException, InterruptedException {
        all().forEach(member -> majority.runs(member, now()));
        Clients clients = new Clients(members, times.clients(), times.pause(), this::now);
        long from;
        long to;
        try {
            clients.awaitWrite("the clients began", times.patience());
            from = now();
            pause(times.calm());
            strike(fault, clients);
            clients.awaitWrite(fault.word(), times.patience());
            pause(times.calm());
            to = now();
        } finally {
            clients.end(times.patience());
        }
        return find(clients.history(), from, to);
    }

    private void strike(Fault fault, Clients clients) throws IOException, InterruptedException {
        int leader = members.leader().orElse(1);
        switch (fault) {
            case LEADER_KILLED -> {
                kill(leader);
                clients.awaitWrite(fault.word(), times.patience());
                pause(times.calm());
                restart(List.of(leader));
            }
            case FOLLOWER_FROZEN -> {
                int follower = all().stream()
                        .filter(member -> member != leader)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("a store with 1 member has no follower"));
                majority.stops(follower, now());
                members.freeze(follower);
                pause(times.frozen());
                members.thaw(follower);
                majority.runs(follower, now());
            }
            case ALL_KILLED -> {
                all().forEach(this::kill);
                restart(all());
            }
        }
    }

    private void kill(int member) {
        majority.stops(member, now());
        members.kill(member);
    }

    private void restart(List<Integer> numbers) throws IOException, InterruptedException {
        members.restart(numbers);
        numbers.forEach(member -> majority.runs(member, now()));
    }

    private FaultOutcome find(List<Operation> history, long from, long to) throws IOException, InterruptedException {
        Set<Long> keys = history.stream().map(Operation::key).collect(Collectors.toCollection(LinkedHashSet::new));
        FinalReads reads = new FinalReads(members, this::now, times.patience());
        Set<Operation> lost = new LinkedHashSet<>();
        for (int member : all()) {
            Map<Long, Long> contents = reads.through(member, keys);
            lost.addAll(LostWrites.of(history, contents));
        }
        List<Operation> all = new ArrayList<>(history);
        all.addAll(reads.reads());
        long acknowledged = history.stream()
                .filter(each -> each.isWrite() && each.acknowledged())
                .count();
        long failed = history.stream().filter(each -> !each.acknowledged()).count();
        return new FaultOutcome(
                acknowledged,
                failed,
                List.copyOf(lost),
                majority.longestWithout(history, from, to),
                new Linearizability().check(all));
    }

    private List<Integer> all() {
        return IntStream.rangeClosed(1, members.count()).boxed().toList();
    }

    private static void pause(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** Compares the final contents of a store with the acknowledged writes. */
    static final class LostWrites {
        private LostWrites() {}

        /**
         * Returns the lost acknowledged writes: for each key the last acknowledged write, unless the contents have its
         * value, the value of a concurrent write, or the value of an unacknowledged write that may have happened later.
         *
         * @param history puts and deletes before the contents were read; gets are ignored
         * @param contents the values found for the keys of the history
         */
        static List<Operation> of(List<Operation> history, Map<Long, Long> contents) {
            Map<Long, List<Operation>> keys = history.stream()
                    .filter(Operation::isWrite)
                    .collect(Collectors.groupingBy(Operation::key, TreeMap::new, Collectors.toList()));
            List<Operation> lost = new ArrayList<>();
            keys.forEach((key, writes) -> {
                Long found = contents.get(key);
                lost(writes, found == null ? OptionalLong.empty() : OptionalLong.of(found))
                        .ifPresent(lost::add);
            });
            return lost;
        }

        private static Optional<Operation> lost(List<Operation> writes, OptionalLong found) {
            Optional<Operation> last =
                    writes.stream().filter(Operation::acknowledged).max(Comparator.comparingLong(Operation::invoked));
            // A write that returned before the last one was invoked cannot be the last one.
            return last.filter(
                    one -> writes.stream().filter(other -> !other.before(one)).noneMatch(other -> other.left()
                            .equals(found)));
        }
    }

    /** A fault of members of a store while clients use it. */
    enum Fault {

        /** The leader (the first member if the store has no leader) is killed with {@code SIGKILL} and restarted. */
        LEADER_KILLED,

        /** A follower is stopped with {@code SIGSTOP} for some seconds. */
        FOLLOWER_FROZEN,

        /** All members are killed with {@code SIGKILL} and restarted. */
        ALL_KILLED;

        /** Returns the name used in parameters and reports, such as {@code leader-killed}. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /**
         * Parses a fault.
         *
         * @throws IllegalArgumentException if the name is unknown
         */
        static Fault of(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("fault = \"" + word + "\": expected one of "
                            + Arrays.stream(values()).map(Fault::word).collect(Collectors.joining(", "))));
        }
    }

    /** Records when a majority of the members was running, neither killed nor frozen. */
    static final class MajorityTimes {

        private record Span(long from, long to) {}

        private final int members;
        private final Set<Integer> running = new HashSet<>();
        private final List<Span> spans = new ArrayList<>();
        private OptionalLong since = OptionalLong.empty();

        /** Creates a record for the given number of members, which are not running yet. */
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
         * @param from the time when the clients started
         * @param to the time when they ended
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
}
