// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.common;

import io.netty.util.Recycler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many objects per microsecond are replaced by others of the same class, 64 of them alive: taken from a
 * recycler that notices when one is returned twice (guarded), from one that does not (unguarded), or newly created
 * (none).
 *
 * <p>Answers: Is it faster to recycle small objects or to create new ones?
 *
 * <p>Does not measure: objects returned by another thread, recyclers that run empty, objects that are expensive to
 * create (these have four small fields), and the cost of collecting new ones beyond the young generation.
 *
 * <p>Cost: 3 cases x 2 forks x 4 s = 0.4 min.
 *
 * <p>Covers: {@link Recycler}.
 *
 * <p>Run: {@code ./mvnw -pl common -am -DskipTests=false -Dtest=RecyclerBenchmark test}
 */
// An operation takes a few nanoseconds, so half a second is enough for millions of operations.
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RecyclerBenchmark extends NettyMicrobenchmark {

    private static final int LIVE = 64;

    private VisitOrder order;
    private Entry[] live;
    private int turn;

    /** One recycler for all threads, with a separate pool for each thread. */
    @State(Scope.Benchmark)
    public static class Guarded {
        final EntryRecycler recycler = new EntryRecycler(false);
    }

    /** The same recycler without the check for objects that are returned twice. */
    @State(Scope.Benchmark)
    public static class Unguarded {
        final EntryRecycler recycler = new EntryRecycler(true);
    }

    @Setup
    public void fill() {
        order = VisitOrder.shuffled(LIVE, seed());
        live = new Entry[LIVE];
        for (int slot = 0; slot < LIVE; slot++) {
            live[slot] = new Entry(null);
        }
    }

    @Benchmark
    public Object guarded(Guarded state) {
        return replace(state.recycler);
    }

    @Benchmark
    public Object unguarded(Unguarded state) {
        return replace(state.recycler);
    }

    @Benchmark
    public Object none() {
        int slot = order.at(turn++);
        Entry fresh = new Entry(null);
        fresh.use(turn);
        live[slot] = fresh;
        return fresh;
    }

    private Entry replace(EntryRecycler recycler) {
        int slot = order.at(turn++);
        live[slot].recycle();
        Entry fresh = recycler.get();
        fresh.use(turn);
        live[slot] = fresh;
        return fresh;
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

    /** As small as the entries that Netty recycles: a queued write, a promise, a buffer object without its memory. */
    static final class Entry {

        private final Recycler.@Nullable Handle<Entry> handle;
        int first;
        long second;

        @Nullable
        Object third;

        Entry(Recycler.@Nullable Handle<Entry> handle) {
            this.handle = handle;
        }

        void use(int turn) {
            first = turn;
            second = turn;
            third = this;
        }

        /** Clears its fields, as every recycled object must, and returns to its recycler. */
        void recycle() {
            first = 0;
            second = 0;
            third = null;
            if (handle != null) {
                handle.recycle(this);
            }
        }
    }
}
