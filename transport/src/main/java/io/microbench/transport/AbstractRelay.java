// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Relay.Link;
import io.microbench.transport.Relay.RelayCounters;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The base class of relays: threads, directions and counters. */
abstract class AbstractRelay implements Relay {

    private static final long MOST_SECONDS = 5;

    private final Link link;
    private final RelayCounters counters = new RelayCounters();
    private final Onset onset = new Onset();
    private final AtomicLong directions = new AtomicLong();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    AbstractRelay(Link link) {
        this.link = link;
    }

    interface Work {
        void run() throws IOException, InterruptedException;
    }

    final Departures departures() {
        return new Departures(link, directions.getAndIncrement(), counters, onset);
    }

    final <T> TimedQueue<T> line() {
        return new TimedQueue<>(System::nanoTime, counters, onset);
    }

    @Override
    public final RelayCounters counters() {
        return counters;
    }

    @Override
    public final void beginAt(long nanoTime) {
        onset.set(nanoTime);
    }

    /** Starts a thread that runs a task and then an action, even if the task fails. */
    final void start(String name, Work work, Runnable afterwards) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the sides has disconnected.
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        afterwards.run();
                        threads.remove(Thread.currentThread());
                    }
                },
                "relay-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        if (ended) {
            thread.interrupt();
        }
    }

    final void endThreads() {
        ended = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                TimeUnit.SECONDS.timedJoin(thread, MOST_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void close(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The error is ignored, because the channel is no longer used.
        }
    }

    /**
     * Computes when data that arrived at a given time leaves a relay in one direction, without reading a clock. Not
     * thread-safe.
     */
    static final class Departures {

        /** The payload of a TCP segment with time stamps, in an Ethernet frame of 1,500 bytes. */
        static final int SEGMENT = 1448;

        /** The minimum time, in addition to a round trip, after which Linux resends a segment ({@code TCP_RTO_MIN}). */
        private static final long LEAST_TIMEOUT = Duration.ofMillis(200).toNanos();

        private final Link link;
        private final SplittableRandom random;
        private final RelayCounters counters;
        private final Onset onset;
        private boolean started;
        private long last;

        /** Creates a direction. Its number is part of the seed, so that directions have different random numbers. */
        Departures(Link link, long direction, RelayCounters counters, Onset onset) {
            this.link = link;
            random = new SplittableRandom(link.seed() * 31 + direction);
            this.counters = counters;
            this.onset = onset;
        }

        /** Returns when a datagram leaves; empty if it is lost. A later one may leave earlier. */
        OptionalLong ofDatagram(long now) {
            if (!onset.isReached(now)) {
                return OptionalLong.of(now);
            }
            counters.passed();
            if (isLost()) {
                counters.lost();
                return OptionalLong.empty();
            }
            return OptionalLong.of(now + delay());
        }

        /**
         * Returns when bytes of a stream leave, never before earlier bytes. A lost segment is resent after a
         * retransmission timeout, and later bytes wait for it.
         *
         * @param length the number of bytes, at least 1, which fill one or more segments
         */
        long ofSegments(long now, int length) {
            if (!onset.isReached(now)) {
                return inOrder(now);
            }
            long due = now + delay();
            for (int i = 0; i < (length + SEGMENT - 1) / SEGMENT; i++) {
                counters.passed();
                if (isLost()) {
                    counters.lost();
                    due += LEAST_TIMEOUT + 2 * link.delay().toNanos();
                }
            }
            return inOrder(due);
        }

        void overflowed() {
            counters.lost();
        }

        /** Returns the time at which the relay forwards the end of a stream. */
        long ofEnd(long now) {
            return inOrder(now + link.delay().toNanos());
        }

        private long inOrder(long due) {
            last = started && due - last < 0 ? last : due;
            started = true;
            return last;
        }

        private boolean isLost() {
            return link.loss() > 0 && random.nextDouble() < link.loss();
        }

        private long delay() {
            long jitter = link.jitter().toNanos();
            return link.delay().toNanos() + (jitter == 0 ? 0 : random.nextLong(-jitter, jitter + 1));
        }
    }

    /**
     * A queue of items ordered by due time, then by arrival. No item leaves early: the taking thread parks until
     * shortly before the due time, and then yields, because a parked thread is woken late.
     */
    static final class TimedQueue<T> {

        /** The maximum number of queued bytes; beyond it, a sender waits, or its datagram is dropped. */
        static final int MOST_BYTES = 64 << 20;

        /** The nanoseconds after the due time within which a parked thread is usually woken. */
        private static final long EARLY = 300_000;

        private final DelayQueue<Entry<T>> entries = new DelayQueue<>();
        private final Semaphore room = new Semaphore(MOST_BYTES);
        private final AtomicLong numbers = new AtomicLong();
        private final LongSupplier clock;
        private final RelayCounters counters;
        private final Onset onset;

        TimedQueue(LongSupplier nanoClock, RelayCounters counters, Onset onset) {
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
                // Times are compared by their difference, because nanoTime may overflow.
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
        @SuppressWarnings("ThreadPriorityCheck") // The wait only avoids a busy loop.
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

        /** Returns the given entry, or a newer entry that is due earlier, and queues the other entry again. */
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

    /** The time from which a relay delays, loses and counts data. Earlier data passes immediately. Thread-safe. */
    static final class Onset {

        private volatile long begin;
        private volatile boolean later;

        void set(long nanoTime) {
            begin = nanoTime;
            later = true;
        }

        boolean isReached(long now) {
            return !later || now - begin >= 0;
        }
    }
}
