// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Connection.Arrival;
import io.microbench.transport.Content;
import io.microbench.transport.Header;
import io.microbench.transport.load.Load.Timing;
import io.microbench.transport.load.Load.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * A client that sends on schedule, independent of the answers to earlier messages. A message has two times: the
 * response time, from its due time, and the service time, from when it was actually sent. Only the response time
 * corresponds to a client that does not wait (Tene, "How NOT to measure latency").
 *
 * <p>Sending takes no lock that receiving holds.
 */
final class OpenLoop extends AbstractLoop {

    private static final double NANOS = 1e9;

    private final List<Content> prepared = new ArrayList<>();
    private final List<byte[]> payloads;
    private final double perSecond;
    /** The message in flight in each slot; {@link Numbering#END} for none. */
    private final AtomicLongArray onTheirWay;

    private final IdentityHashMap<Connection, Integer> places = new IdentityHashMap<>();

    private int turn;
    private boolean begun;
    private long firstDue;
    private long lastDue;
    private boolean sentAll;
    private long taken;
    private long last;

    /**
     * Creates a client.
     *
     * @param contents the contents of the messages
     * @param perSecond messages per second of this client
     * @param places the maximum number of messages in flight; a power of two
     */
    OpenLoop(
            Workload workload,
            Timing timing,
            List<byte[]> contents,
            int nodeCount,
            double perSecond,
            int places,
            LongSupplier nanoClock) {
        super(
                workload,
                timing,
                sequence -> contents.get((int) Math.floorMod(sequence, (long) contents.size())),
                nodeCount,
                nanoClock);
        payloads = List.copyOf(contents);
        this.perSecond = perSecond;
        onTheirWay = new AtomicLongArray(places);
        for (int i = 0; i < places; i++) {
            onTheirWay.set(i, Numbering.END);
        }
    }

    @Override
    void begin() {
        for (int i = 0; i < nodes.size(); i++) {
            places.put(nodes.get(i), i);
        }
        payloads.forEach(bytes -> prepared.add(nodes.get(0).content(bytes)));
    }

    /**
     * Sends the next message; called by one thread.
     *
     * @return whether there was one
     */
    boolean send(long due) {
        long sequence = end().isDone() ? Numbering.END : numbering.next(due);
        if (sequence == Numbering.END) {
            return false;
        }
        int place = next(turn);
        turn = (turn + 1) % workload.streams();
        if (!onTheirWay.compareAndSet(slot(sequence), Numbering.END, sequence)) {
            giveUp("A message did not come back before the next " + onTheirWay.length()
                    + " were sent, the maximum number in flight; use a lower --rate");
            return false;
        }
        if (Numbering.isMeasured(sequence)) {
            sent(place);
            firstDue = begun ? firstDue : due;
            begun = true;
            lastDue = due;
        }
        Connection node = nodes.get(place);
        Content content = prepared.get((int) Math.floorMod(sequence, (long) prepared.size()));
        // The writing thread reads the time: until then the message has not left.
        node.execute(() -> node.send(
                Header.message(workload.legs(), workload.size(), 0, sequence, due, clock.getAsLong()), content));
        return true;
    }

    private int slot(long sequence) {
        return (int) (sequence & (onTheirWay.length() - 1));
    }

    /** Reports that all messages have been sent; called by the sending thread. */
    synchronized void sentAll() {
        sentAll = true;
        completeIfAllAreBack();
    }

    private void completeIfAllAreBack() {
        if (sentAll && taken == numbering.sent() + numbering.warmups()) {
            complete();
        }
    }

    @Override
    OptionalInt take(Connection connection, Header header) {
        long sequence = header.sequence();
        if (sequence == Numbering.END || !onTheirWay.compareAndSet(slot(sequence), sequence, Numbering.END)) {
            return OptionalInt.empty();
        }
        Integer place = places.get(connection);
        return place == null ? OptionalInt.empty() : OptionalInt.of(place);
    }

    @Override
    void took(Connection connection, Header header) {
        taken++;
        completeIfAllAreBack();
    }

    @Override
    long back(Arrival arrival) {
        last = arrival.lastNanos();
        long response = last - arrival.header().due();
        legs.response().recordValue(response);
        return response;
    }

    @Override
    void ended(long now) {
        // The wait for missing messages is not part of the busy time.
    }

    @Override
    synchronized Optional<String> overdue(Duration deadline) {
        complete();
        return Optional.empty();
    }

    /** Returns the time from the first message's due time to the last answer, at least to the end of the schedule. */
    @Override
    long busyNanos() {
        return begun ? Math.max(last - firstDue, lastDue - firstDue + (long) (NANOS / perSecond)) : 0;
    }

    @Override
    Optional<Double> perSecond() {
        return Optional.of(perSecond);
    }

    @Override
    void release() {
        prepared.forEach(Content::close);
    }
}
