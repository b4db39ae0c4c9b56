// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common.thread;

import io.microbench.common.NettyMicrobenchmark;
import io.netty.util.Recycler;
import io.netty.util.internal.PlatformDependent;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/**
 * Measures how many small objects per microsecond go from one event loop, which takes them from a recycler or creates
 * them, to another, which returns or drops them, through a queue of at most 1,024. The score counts both sides: half of
 * it is the number of objects.
 *
 * <p>Three variants: the recycler detects an object that is returned twice (guarded), does not detect it (unguarded), or
 * is not used and all objects are created.
 *
 * <p>Answers: Is it faster to recycle objects that another thread returns or to create new ones?
 *
 * <p>Does not measure: objects that are returned where they were taken ({@code RecyclerBenchmark}), several producers
 * or consumers, what a recycler costs when the queue is the slower part. The benchmark needs two cores.
 *
 * <p>Cost: 3 cases x 2 forks x 4 s = 0.4 min.
 *
 * <p>Covers: {@link Recycler}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=RecyclerHandOverBenchmark test}
 */
// An operation takes about a hundred nanoseconds, so half a second is enough for a million operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RecyclerHandOverBenchmark extends NettyMicrobenchmark {

    private static final int CAPACITY = 1024;

    /** The shared state of the two threads. A waiting thread yields the core, which the other may need. */
    @SuppressWarnings("ThreadPriorityCheck")
    @State(Scope.Group)
    public static class Exchange {

        final Queue<Entry> queue = PlatformDependent.newFixedMpscQueue(CAPACITY);
        final EntryRecycler guarded = new EntryRecycler(false);
        final EntryRecycler unguarded = new EntryRecycler(true);

        void handOver(Entry entry, Control control) {
            entry.content = this;
            while (!queue.offer(entry)) {
                if (control.stopMeasurement) {
                    return;
                }
                Thread.yield();
            }
        }

        /** Returns whether there was an object before the end of the iteration. */
        boolean takeAndRecycle(Control control) {
            Entry entry = queue.poll();
            while (entry == null) {
                if (control.stopMeasurement) {
                    return false;
                }
                Thread.yield();
                entry = queue.poll();
            }
            entry.recycle();
            return true;
        }
    }

    @Benchmark
    @Group("guarded")
    public void guardedGet(Exchange exchange, Control control) {
        exchange.handOver(exchange.guarded.get(), control);
    }

    @Benchmark
    @Group("guarded")
    public boolean guardedRecycle(Exchange exchange, Control control) {
        return exchange.takeAndRecycle(control);
    }

    @Benchmark
    @Group("unguarded")
    public void unguardedGet(Exchange exchange, Control control) {
        exchange.handOver(exchange.unguarded.get(), control);
    }

    @Benchmark
    @Group("unguarded")
    public boolean unguardedRecycle(Exchange exchange, Control control) {
        return exchange.takeAndRecycle(control);
    }

    @Benchmark
    @Group("none")
    public void noneMake(Exchange exchange, Control control) {
        exchange.handOver(new Entry(null), control);
    }

    @Benchmark
    @Group("none")
    public boolean noneDrop(Exchange exchange, Control control) {
        return exchange.takeAndRecycle(control);
    }

    static final class EntryRecycler extends Recycler<Entry> {

        EntryRecycler(boolean unguarded) {
            super(unguarded);
        }

        @Override
        protected Entry newObject(Handle<Entry> handle) {
            return new Entry(handle);
        }
    }

    /** As small as the entries that Netty recycles. */
    static final class Entry {

        private final Recycler.@Nullable Handle<Entry> handle;

        @Nullable
        Object content;

        long number;

        Entry(Recycler.@Nullable Handle<Entry> handle) {
            this.handle = handle;
        }

        /** Clears its fields, and returns to its recycler, if it has one. */
        void recycle() {
            content = null;
            number = 0;
            if (handle != null) {
                handle.recycle(this);
            }
        }
    }
}
