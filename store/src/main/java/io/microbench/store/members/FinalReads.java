// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.Store;
import io.microbench.store.members.FaultClient.Values;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Reads the contents of a store through each of its members, after the member has caught up with the others. */
final class FinalReads {

    private static final long MARKER_KEY = Long.MAX_VALUE;
    private static final long PAUSE_MILLIS = 50;

    private final Members members;
    private final LongSupplier clock;
    private final Duration patience;
    private final List<Operation> reads = new ArrayList<>();

    FinalReads(Members members, LongSupplier clock, Duration patience) {
        this.members = members;
        this.clock = clock;
        this.patience = patience;
    }

    private interface Attempt<T> {
        T run(Store store) throws IOException, InterruptedException;
    }

    /** Returns all reads so far. The reads through each member form the operations of one client. */
    List<Operation> reads() {
        return List.copyOf(reads);
    }

    /**
     * Reads keys through a member.
     *
     * @return the values of the keys that have one
     * @throws IOException if the member does not catch up or answer in time; the message contains the reason
     */
    Map<Long, Long> through(int member, Collection<Long> keys) throws IOException, InterruptedException {
        long deadline = clock.getAsLong() + patience.toNanos();
        long marker = clock.getAsLong();
        int other = member == 1 ? members.count() : 1;
        repeat(other, deadline, store -> {
            store.put(MARKER_KEY, Values.bytes(MARKER_KEY, marker));
            return true;
        });
        // Reads that are not linearizable return the current data of the member.
        repeat(member, deadline, store -> awaitMarker(store, marker));
        return repeat(member, deadline, store -> read(store, member, keys));
    }

    private boolean awaitMarker(Store store, long marker) throws IOException, InterruptedException {
        OptionalLong found = FaultClient.found(store, MARKER_KEY);
        if (!found.equals(OptionalLong.of(marker))) {
            throw new IOException("it does not have the entry that was written through another member");
        }
        return true;
    }

    private Map<Long, Long> read(Store store, int member, Collection<Long> keys) throws IOException {
        Map<Long, Long> contents = new HashMap<>();
        for (long key : keys) {
            long invoked = clock.getAsLong();
            OptionalLong found = FaultClient.found(store, key);
            OptionalLong returned = OptionalLong.of(clock.getAsLong());
            // The client number is negative, because clients are numbered from 0.
            reads.add(new Operation(-member, key, Operation.Kind.GET, found, invoked, returned));
            found.ifPresent(value -> contents.put(key, value));
        }
        return contents;
    }

    private <T> T repeat(int member, long deadline, Attempt<T> attempt) throws IOException, InterruptedException {
        while (true) {
            try (Store store = members.connect(member)) {
                return attempt.run(store);
            } catch (IOException | RuntimeException e) {
                if (clock.getAsLong() > deadline) {
                    throw new IOException(
                            "Member " + member + " cannot be read within " + patience.toSeconds()
                                    + " s after the fault: " + e,
                            e);
                }
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
