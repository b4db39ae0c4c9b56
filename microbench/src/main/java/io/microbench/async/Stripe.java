// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A part of the counters of a {@link Recorder}. A thread claims one, changes it without further atomic operations, and releases it; it
 * never waits for a particular one. Each platform thread has its own stripe if there are enough.
 */
final class Stripe {

    private static final VarHandle CLAIMED;
    private static final VarHandle OWNER;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(Stripe.class, "claimed", boolean.class);
            OWNER = MethodHandles.lookup().findVarHandle(Stripe.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The superclass of virtual threads, which exist since JDK 21. */
    private static final Class<?> VIRTUAL = virtualThreads();

    /** Approximate minimum time between two time stamps of a stripe; between them, completions are only counted. */
    private static final long STAMP_NANOS = 1000;

    private static final int LARGEST_MASK = 1023;

    final Histogram latency = new Histogram();
    final Histogram gaps = new Histogram();
    long begun;
    long ended;
    long completed;
    long failed;
    long late;
    long twice;
    long firstBegun;
    long lastBegun;
    long lastEnded;
    long stampedInFlight;
    private AsyncWork.@Nullable Unit spare;
    private AsyncWork.@Nullable Unit spareChains;
    private AsyncWork.@Nullable Unit firstEnded;
    private AsyncWork.@Nullable Unit lastOfEnded;
    private int endedUnits;
    private long uncounted;
    private long stamped;
    private int ticks;
    private int mask;

    @SuppressWarnings("unused") // accessed by a VarHandle
    private boolean claimed;

    private volatile @Nullable Thread owner;

    private static Class<?> virtualThreads() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            // Without virtual threads, a class is returned that no thread extends.
            return Stripe.class;
        }
    }

    /** Returns the owner of the stripe; null if it has no owner, or is shared. */
    @Nullable
    Thread owner() {
        return owner;
    }

    /** Assigns the stripe to a thread, if it has no owner and the thread is not virtual. */
    boolean makeOwn(Thread thread) {
        return owner == null && !VIRTUAL.isInstance(thread) && OWNER.compareAndSet(this, null, thread);
    }

    void forgetTheDead() {
        Thread before = owner;
        if (before != null && !before.isAlive()) {
            owner = null;
        }
    }

    /** Claims the stripe for its owner, which needs no atomic operation; see {@link Recorder#claim}. */
    void claimOwn() {
        CLAIMED.setOpaque(this, true);
    }

    /** Returns whether a thread has claimed the stripe; writes before the last release are visible then. */
    boolean isClaimed() {
        return (boolean) CLAIMED.getAcquire(this);
    }

    /**
     * Tries to claim the stripe, and returns whether it succeeded; then all writes of its former holder are visible.
     */
    boolean claim() {
        return !(boolean) CLAIMED.getOpaque(this) && CLAIMED.compareAndSet(this, false, true);
    }

    void release() {
        CLAIMED.setRelease(this, false);
    }

    /** Returns a spare unit that ended a while ago; null if there is none. */
    AsyncWork.@Nullable Unit takeSpare(SpareUnits others) {
        AsyncWork.@Nullable Unit unit = spare;
        if (unit == null) {
            unit = spareChains == null ? others.takeAll() : spareChains;
            if (unit == null) {
                return null;
            }
            spareChains = unit.nextChain;
            unit.nextChain = null;
        }
        spare = unit.next;
        return unit;
    }

    void giveSpare(AsyncWork.Unit unit, SpareUnits others) {
        AsyncWork.@Nullable Unit last = lastOfEnded;
        if (last == null) {
            firstEnded = unit;
        } else {
            last.next = unit;
        }
        lastOfEnded = unit;
        AsyncWork.@Nullable Unit first = firstEnded;
        if (++endedUnits == SpareUnits.CHAIN && first != null) {
            unit.next = null;
            if (spareChains == null && begun > 0) {
                // Units are reused on the same stripe first: units from other processors cause cache misses.
                spareChains = first;
            } else {
                others.give(first);
            }
            firstEnded = null;
            lastOfEnded = null;
            endedUnits = 0;
        }
    }

    /**
     * Counts completions to measure the gaps between them.
     *
     * @return whether to pass the time to {@link #gap}: always if completions are rare; for one in a thousand if they
     *     are so frequent that reading the clock would dominate their cost
     */
    boolean ticked(long units) {
        uncounted += units;
        return (++ticks & mask) == 0;
    }

    /**
     * Adds the mean gap between the completions counted since the last call.
     *
     * @param sinceOther time since the last completion on any stripe for which the clock was read. If each stripe reads the clock
     *     for one of n completions, there are on average n completions of all stripes between two readings of this stripe
     */
    void gap(long now, long sinceOther) {
        gaps.addSum(sinceOther, uncounted);
        uncounted = 0;
        long own = now - stamped;
        stamped = now;
        if (own < STAMP_NANOS) {
            mask = Math.min(2 * mask + 1, LARGEST_MASK);
        } else if (own > 8 * STAMP_NANOS) {
            mask >>= 1;
        }
    }

    void clear(long now) {
        latency.clear();
        gaps.clear();
        begun = 0;
        ended = 0;
        lastEnded = now;
        completed = 0;
        failed = 0;
        late = 0;
        twice = 0;
        uncounted = 0;
        stamped = now;
    }

    /**
     * Passes units that have ended to threads that begin new ones, in chains of {@value #CHAIN}, so a unit is reused only after at least
     * {@value #CHAIN} units have ended.
     *
     * <p>Chains are linked by their first units, so that nothing is allocated. A thread always takes all chains, so that the head of the list
     * never reappears while another thread reads it (the ABA problem of Treiber's stack).
     */
    static final class SpareUnits {

        static final int CHAIN = 64;

        /** Maximum number of chains, for 65,536 units; further spare units are left to the garbage collector. */
        private static final int MOST_CHAINS = 1024;

        private final AtomicReference<AsyncWork.@Nullable Unit> chains = new AtomicReference<>();
        private final AtomicInteger number = new AtomicInteger();

        void give(AsyncWork.Unit first) {
            if (number.get() >= MOST_CHAINS) {
                return;
            }
            number.incrementAndGet();
            AsyncWork.@Nullable Unit others;
            do {
                others = chains.get();
                first.nextChain = others;
            } while (!chains.compareAndSet(others, first));
        }

        AsyncWork.@Nullable Unit takeAll() {
            if (chains.get() == null) {
                return null;
            }
            number.set(0);
            return chains.getAndSet(null);
        }
    }
}
