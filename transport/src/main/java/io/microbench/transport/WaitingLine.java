// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Relay.RelayCounters;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A queue of items ordered by due time, and for equal times by arrival. No item leaves early: the taking thread parks
 * until shortly before the due time, because a parked thread is woken late, and then yields until it is reached.
 */
final class WaitingLine<T> {

    /** The maximum number of queued bytes; beyond it a sender waits, or its datagram is lost. */
    static final int MOST_BYTES = 64 << 20;

    /** A parked thread is usually woken within this many nanoseconds of its time. */
    private static final long EARLY = 300_000;

    private final DelayQueue<Entry<T>> entries = new DelayQueue<>();
    private final Semaphore room = new Semaphore(MOST_BYTES);
    private final AtomicLong numbers = new AtomicLong();
    private final LongSupplier clock;
    private final RelayCounters counters;
    private final Onset onset;

    WaitingLine(LongSupplier nanoClock, RelayCounters counters, Onset onset) {
        clock = nanoClock;
        this.counters = counters;
        this.onset = onset;
    }

    private record Entry<T>(T item, int bytes, long due, long number, LongSupplier clock) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - EARLY - clock.getAsLong(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Entry<?> that = (Entry<?>) other;
            // A difference, because nanoTime may overflow.
            int byTime = Long.signum(due - that.due);
            return byTime == 0 ? Long.compare(number, that.number) : byTime;
        }
    }

    void add(T item, int bytes, long due) throws InterruptedException {
        room.acquire(bytes);
        put(item, bytes, due);
    }

    boolean offer(T item, int bytes, long due) {
        if (!room.tryAcquire(bytes)) {
            return false;
        }
        put(item, bytes, due);
        return true;
    }

    private void put(T item, int bytes, long due) {
        entries.add(new Entry<>(item, bytes, due, numbers.getAndIncrement(), clock));
    }

    /** Removes and returns the first item when it is due. */
    @SuppressWarnings(
            "ThreadPriorityCheck") // Nothing relies on it: without a yield the last moments would keep a processor.
    T take() throws InterruptedException {
        Entry<T> entry = entries.take();
        while (clock.getAsLong() - entry.due() < 0) {
            Thread.yield();
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            entry = firstOf(entry);
        }
        if (onset.isReached(entry.due())) {
            counters.left(clock.getAsLong() - entry.due());
        }
        room.release(entry.bytes());
        return entry.item();
    }

    /** Returns the given entry, or a newer one that is due earlier, and queues the other one again. */
    private Entry<T> firstOf(Entry<T> taken) {
        Entry<T> other = entries.peek();
        if (other == null || other.compareTo(taken) >= 0 || !entries.remove(other)) {
            return taken;
        }
        entries.add(taken);
        return other;
    }

    int size() {
        return entries.size();
    }
}
