// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts units of work that are begun and completed on any threads, iteration by iteration.
 *
 * <p>Counters are divided into stripes, as those of {@link java.util.concurrent.atomic.LongAdder} are: to begin, to complete or to
 * record costs one atomic operation at most, on memory that other threads rarely touch. A thread that finds its stripe taken turns to the
 * next one; there is no lock that it would wait for. Units are reused, so nothing is allocated in steady state, and the size of all this
 * does not depend on the number of units.
 *
 * <p>A unit knows the iteration in which it was begun. What is completed after its iteration's deadline changes no number of another
 * iteration but that of late units.
 */
final class Recorder {

    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(Recorder.class, "last", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int STRIPES_PER_CPU = 4;
    private static final int FEWEST_STRIPES = 8;

    /** The units in flight are counted no more often than that; while units are begun less often, each time. */
    private static final long LOOK_NANOS = 10_000;

    private static final long DRAIN_PAUSE_NANOS = 100_000;
    private static final int PAUSE_NANOS = 1_000_000;

    private final LongSupplier clock;
    private final Stripe[] stripes;

    /** The first of the stripes for all; those before may be a thread's own. */
    private final int shared;

    private final SpareUnits spares = new SpareUnits();
    private volatile boolean paused;
    private final AtomicLong mostInFlight = new AtomicLong();
    private volatile int iteration;
    private int turns;
    private volatile boolean measuring;
    private volatile long start;
    private volatile long end;
    private long carried;

    /** When something was completed last, as far as the clock was read. */
    @SuppressWarnings("unused") // by its handle
    private volatile long last;

    /** Prepares to record. */
    Recorder(LongSupplier nanoClock) {
        this(
                nanoClock,
                Math.max(FEWEST_STRIPES, STRIPES_PER_CPU * Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Prepares to record.
     *
     * @param atLeast how many threads may record at once without meeting
     */
    Recorder(LongSupplier nanoClock, int atLeast) {
        this.clock = nanoClock;
        shared = Integer.highestOneBit(2 * atLeast - 1);
        stripes = new Stripe[2 * shared];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe();
        }
    }

    /**
     * Claims a stripe for the calling thread: its own, or any of those for all.
     *
     * <p>A thread claims its own by a plain write, and then looks whether there is a {@link #pause}. Whoever pauses says so first, and looks
     * at the stripes only after {@value #PAUSE_NANOS} ns: no processor keeps a write to itself for so long. (Dice, Huang and Yang,
     * "Asymmetric Dekker Synchronization", 2001, where a pause is the slow side.)
     */
    private Stripe claim() {
        Thread thread = Thread.currentThread();
        int id = (int) thread.getId();
        Stripe own = stripes[id & (shared - 1)];
        if (own.owner() == thread || own.makeOwn(thread)) {
            own.claimOwn();
            if (!paused) {
                return own;
            }
            own.release();
        }
        return claimShared(id);
    }

    private Stripe claimShared(int first) {
        for (int i = first; ; i++) {
            Stripe stripe = stripes[shared + (i & (shared - 1))];
            if (stripe.claim()) {
                return stripe;
            }
            if (i - first == shared) {
                // As many threads as there are stripes were interrupted by others in the middle of this, or there is a
                // pause.
                LockSupport.parkNanos(1);
                first = i;
            }
        }
    }

    /** Waits until no thread has a stripe, and keeps all of them; {@link #resume} ends that. */
    private void pause() {
        paused = true;
        LockSupport.parkNanos(PAUSE_NANOS);
        for (int i = 0; i < stripes.length; i++) {
            while (i < shared ? stripes[i].isClaimed() : !stripes[i].claim()) {
                LockSupport.parkNanos(1);
            }
        }
    }

    private void resume() {
        paused = false;
        for (int i = shared; i < stripes.length; i++) {
            stripes[i].release();
        }
    }

    /** Begins an iteration. */
    void open() {
        iteration = ++turns;
        long now = clock.getAsLong();
        pause();
        for (Stripe stripe : stripes) {
            carried += stripe.late;
            stripe.clear(now);
            stripe.stampedInFlight = now - LOOK_NANOS;
            stripe.forgetTheDead();
        }
        resume();
        mostInFlight.set(0);
        last = now;
        start = now;
        measuring = true;
    }

    /**
     * Ends an iteration.
     *
     * @param patience how long to wait for units that are in flight
     * @return what happened in it
     */
    AsyncCounts close(Duration patience) {
        long now = clock.getAsLong();
        end = now;
        measuring = false;
        long deadline = now + patience.toNanos();
        boolean interrupted = false;
        while (inFlight() > 0 && clock.getAsLong() - deadline < 0 && !interrupted) {
            LockSupport.parkNanos(DRAIN_PAUSE_NANOS);
            interrupted = Thread.currentThread().isInterrupted();
        }
        iteration = ++turns;
        return sum();
    }

    private AsyncCounts sum() {
        UnitWindow window = new UnitWindow(start, end);
        Histogram latency = new Histogram();
        Histogram gaps = new Histogram();
        long completed = 0;
        long failed = 0;
        long late = carried;
        long unfinished = 0;
        long twice = 0;
        carried = 0;
        pause();
        for (Stripe stripe : stripes) {
            window.add(stripe);
            latency.addAll(stripe.latency);
            gaps.addAll(stripe.gaps);
            completed += stripe.completed;
            failed += stripe.failed;
            late += stripe.late;
            unfinished += stripe.begun - stripe.ended;
            twice += stripe.twice;
            stripe.clear(start);
        }
        resume();
        return new AsyncCounts(
                window.seconds(),
                completed,
                failed,
                late,
                Math.max(0, unfinished),
                twice,
                mostInFlight.get(),
                latency,
                gaps);
    }

    /** Returns whether an iteration is being measured. */
    boolean isMeasuring() {
        return measuring;
    }

    /**
     * Returns the units that are in flight; while others begin and complete, at most as many as there were at some moment of this call, so
     * that no limit seems to be exceeded.
     */
    long inFlight() {
        long sum = 0;
        for (Stripe stripe : stripes) {
            sum += stripe.begun;
        }
        // What ends meanwhile is missing, instead of what begins being too much.
        VarHandle.loadLoadFence();
        for (Stripe stripe : stripes) {
            sum -= stripe.ended;
        }
        return sum;
    }

    /** Begins a unit, whose start is to be set when everything else is done. */
    AsyncWork.Unit begin() {
        Stripe stripe = claim();
        AsyncWork.@Nullable Unit unit = stripe.takeSpare(spares);
        long now = clock.getAsLong();
        if (stripe.begun++ == 0) {
            stripe.firstBegun = now;
        }
        stripe.lastBegun = now;
        boolean look = now - stripe.stampedInFlight >= LOOK_NANOS;
        if (look) {
            stripe.stampedInFlight = now;
        }
        stripe.release();
        if (look) {
            mostInFlight.accumulateAndGet(inFlight(), Math::max);
        }
        AsyncWork.Unit begun = unit == null ? new AsyncWork.Unit(this) : unit;
        begun.start(iteration, now);
        return begun;
    }

    /**
     * Books the end of a unit.
     *
     * @param of the iteration in which it was begun
     * @param started when
     */
    void ended(AsyncWork.Unit unit, int of, long started, boolean failed) {
        long now = clock.getAsLong();
        Stripe stripe = claim();
        if (of != iteration) {
            stripe.late++;
        } else {
            stripe.ended++;
            stripe.lastEnded = now;
            if (failed) {
                stripe.failed++;
            } else {
                stripe.latency.add(now - started, 1);
                completed(stripe, 1, !measuring && now - end > 0, now);
            }
        }
        stripe.giveSpare(unit, spares);
        stripe.release();
    }

    private void completed(Stripe stripe, long units, boolean late, long now) {
        if (late) {
            stripe.late += units;
            return;
        }
        stripe.completed += units;
        if (stripe.ticked(units)) {
            stripe.gap(now, now - (long) LAST.getAndSet(this, now));
        }
    }

    /** Books completed units without a beginning. */
    void completed(long units) {
        Stripe stripe = claim();
        if (!measuring) {
            stripe.late += units;
        } else {
            stripe.completed += units;
            if (stripe.ticked(units)) {
                long now = clock.getAsLong();
                stripe.gap(now, now - (long) LAST.getAndSet(this, now));
            }
        }
        stripe.release();
    }

    /** Books the failure of something that was not begun as a unit. */
    void failed() {
        Stripe stripe = claim();
        stripe.failed++;
        stripe.release();
    }

    /** Books a completion of a unit that had been completed before. */
    void twice() {
        Stripe stripe = claim();
        stripe.twice++;
        stripe.release();
    }
}
