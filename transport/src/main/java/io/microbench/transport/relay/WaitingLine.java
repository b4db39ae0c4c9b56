/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.relay;

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What waits for its time to leave, in order of these times; where they are the same, in the order in which it came. Nothing leaves too early:
 * the thread that takes parks until the time has come, on a clock of nanoseconds.
 */
final class WaitingLine<T> {

    /** More than this is not held; a sender then waits, or loses its datagram. */
    static final int MOST_BYTES = 64 << 20;

    private final DelayQueue<Entry<T>> entries = new DelayQueue<>();
    private final Semaphore room = new Semaphore(MOST_BYTES);
    private final AtomicLong numbers = new AtomicLong();
    private final LongSupplier clock;
    private final RelayCounters counters;

    WaitingLine(LongSupplier nanoClock, RelayCounters counters) {
        clock = nanoClock;
        this.counters = counters;
    }

    private record Entry<T>(T item, int bytes, long due, long number, LongSupplier clock) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - clock.getAsLong(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Entry<?> that = (Entry<?>) other;
            // A difference, because such clocks may overflow.
            int byTime = Long.signum(due - that.due);
            return byTime == 0 ? Long.compare(number, that.number) : byTime;
        }
    }

    /** Adds an item as soon as there is room for it. */
    void add(T item, int bytes, long due) throws InterruptedException {
        room.acquire(bytes);
        put(item, bytes, due);
    }

    /** Adds an item if there is room for it, and returns whether there was. */
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

    /** Returns the first item when its time has come. */
    T take() throws InterruptedException {
        Entry<T> entry = entries.take();
        counters.left(clock.getAsLong() - entry.due());
        room.release(entry.bytes());
        return entry.item();
    }

    /** Returns how many wait. */
    int size() {
        return entries.size();
    }
}
