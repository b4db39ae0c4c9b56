// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A part of the counters of a {@link Recorder}. A thread claims one, changes it without further atomic operations, and releases it; it
 * never waits for a particular one. Platform threads have one of their own, as long as there are enough.
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

    /** What all virtual threads are, from JDK 21 on. */
    private static final Class<?> VIRTUAL = virtualThreads();

    /** Two stamps of one stripe are at least about so far apart; between them completions are only counted. */
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

    @SuppressWarnings("unused") // by its handle
    private boolean claimed;

    private volatile @Nullable Thread owner;

    private static Class<?> virtualThreads() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            // No thread is of this class.
            return Stripe.class;
        }
    }

    /** Returns the thread whose own it is; null if it has none, or is for all threads. */
    @Nullable
    Thread owner() {
        return owner;
    }

    /** Makes it a thread's own, if it is nobody's and the thread is not one of the many virtual ones. */
    boolean makeOwn(Thread thread) {
        return owner == null && !VIRTUAL.isInstance(thread) && OWNER.compareAndSet(this, null, thread);
    }

    /** Makes it nobody's if its owner has died. */
    void forgetTheDead() {
        Thread before = owner;
        if (before != null && !before.isAlive()) {
            owner = null;
        }
    }

    /** Claims it for its owner, which needs no atomic operation for that; see {@link Recorder#claim}. */
    void claimOwn() {
        CLAIMED.setOpaque(this, true);
    }

    /** Returns whether somebody has it now; what was written before the last release is visible then. */
    boolean isClaimed() {
        return (boolean) CLAIMED.getAcquire(this);
    }

    /** Returns whether the calling thread has it now; everything that its former owner wrote is visible then. */
    boolean claim() {
        return !(boolean) CLAIMED.getOpaque(this) && CLAIMED.compareAndSet(this, false, true);
    }

    /** Lets other threads have it. */
    void release() {
        CLAIMED.setRelease(this, false);
    }

    /** Returns a unit that ended a while ago; null if there is none. */
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

    /** Keeps a unit that has ended. */
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
                // Who begins units here gets these back: those of other processors come with cache misses.
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
     * Counts completions for the gaps between them.
     *
     * @return whether the time is to be passed to {@link #gap}: always while completions are rare, and for one in a thousand while
     *     they are so frequent that reading the clock would be most of their cost
     */
    boolean ticked(long units) {
        uncounted += units;
        return (++ticks & mask) == 0;
    }

    /**
     * Adds the mean gap between the completions counted since the last call.
     *
     * @param sinceOther since the completion before, of whatever stripe, for which the clock was read. Where each stripe reads the
     *     clock for one of n completions, there are n completions of all stripes between two such readings on average
     */
    void gap(long now, long sinceOther) {
        gaps.add(sinceOther / uncounted, uncounted);
        uncounted = 0;
        long own = now - stamped;
        stamped = now;
        if (own < STAMP_NANOS) {
            mask = Math.min(2 * mask + 1, LARGEST_MASK);
        } else if (own > 8 * STAMP_NANOS) {
            mask >>= 1;
        }
    }

    /** Begins a new iteration; what is spare is kept. */
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
}
