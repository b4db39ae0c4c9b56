// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import io.microbench.async.Stripe.SpareUnits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts units of work that are begun and completed on any threads, per iteration.
 *
 * <p>Counters are divided into stripes, as in {@link java.util.concurrent.atomic.LongAdder}: beginning, completing or
 * recording a unit costs at most one atomic operation, on memory that other threads rarely touch. A thread whose stripe
 * is taken tries the next stripe; it never waits for a lock. Units are reused, so nothing is allocated in steady state,
 * and the memory use does not depend on the number of units.
 *
 * <p>A unit stores the iteration in which it was begun. A unit completed after the deadline of its iteration only
 * changes the number of late units of another iteration.
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

    /** The shortest time between two counts of the units in flight. */
    private static final long LOOK_NANOS = 10_000;

    private static final long DRAIN_PAUSE_NANOS = 100_000;
    private static final int PAUSE_NANOS = 1_000_000;

    private final LongSupplier clock;
    private final Stripe[] stripes;

    /** Index of the first shared stripe; stripes before it may belong to a thread. */
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

    /** Time of the last completion for which the clock was read. */
    @SuppressWarnings("unused") // accessed by a VarHandle
    private volatile long last;

    Recorder(LongSupplier nanoClock) {
        this(
                nanoClock,
                Math.max(FEWEST_STRIPES, STRIPES_PER_CPU * Runtime.getRuntime().availableProcessors()));
    }

    /** Creates a recorder in which at least this many threads can record at once without contention. */
    Recorder(LongSupplier nanoClock, int atLeast) {
        this.clock = nanoClock;
        shared = Integer.highestOneBit(2 * atLeast - 1);
        stripes = new Stripe[2 * shared];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe();
        }
    }

    /**
     * Claims the calling thread's own stripe, or a shared stripe.
     *
     * <p>A thread claims its own stripe by a plain write, and then checks for a {@link #pause}. The pausing thread announces the pause
     * first, and reads the stripes only after {@value #PAUSE_NANOS} ns: no processor delays a write for that long. (Dice, Huang and Yang,
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
                // All stripes are claimed: by threads that were preempted while recording, or by a pause.
                LockSupport.parkNanos(1);
                first = i;
            }
        }
    }

    /** Waits until no thread has a stripe, and claims all of them until {@link #resume}. */
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

    /** Ends an iteration, after waiting for units in flight for at most the given time. */
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
        long begun = 0;
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
            begun += stripe.begun;
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
                begun,
                completed,
                failed,
                late,
                Math.max(0, unfinished),
                twice,
                mostInFlight.get(),
                latency,
                gaps);
    }

    boolean isMeasuring() {
        return measuring;
    }

    /**
     * Returns the number of units in flight. With concurrent changes it is at most the number at some moment during this call, so a limit
     * never seems to be exceeded.
     */
    long inFlight() {
        long sum = 0;
        for (Stripe stripe : stripes) {
            sum += stripe.begun;
        }
        // In this order, units that end during the call may be missing, but units that begin during it are not counted.
        VarHandle.loadLoadFence();
        for (Stripe stripe : stripes) {
            sum -= stripe.ended;
        }
        return sum;
    }

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

    /** Records the end of a unit that was begun in the given iteration. */
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

    /** Records the failure of work that was not begun as a unit. */
    void failed() {
        Stripe stripe = claim();
        stripe.failed++;
        stripe.release();
    }

    void twice() {
        Stripe stripe = claim();
        stripe.twice++;
        stripe.release();
    }

    /**
     * Finds the time within an iteration in which units were begun and completed.
     *
     * <p>Set-up and tear-down methods of the benchmark may run between the beginning of an iteration and its first unit, and between its last
     * unit and its end. If units are begun, the window lasts from the beginning of the first one until one mean interval after the last one
     * begins, or until the end of the last one if that is later. If units are only recorded, it is the whole iteration.
     */
    static final class UnitWindow {

        private final long opened;
        private final long closed;
        private long begun;
        private long firstBegun;
        private long lastBegun;
        private long lastEnded;

        UnitWindow(long opened, long closed) {
            this.opened = opened;
            this.closed = closed;
            firstBegun = closed;
            lastBegun = opened;
            lastEnded = opened;
        }

        /** Adds the times of a stripe. Times are compared by their differences, because the clock may overflow. */
        void add(Stripe stripe) {
            if (stripe.begun > 0) {
                begun += stripe.begun;
                firstBegun = stripe.firstBegun - firstBegun < 0 ? stripe.firstBegun : firstBegun;
                lastBegun = stripe.lastBegun - lastBegun > 0 ? stripe.lastBegun : lastBegun;
            }
            lastEnded = stripe.lastEnded - lastEnded > 0 ? stripe.lastEnded : lastEnded;
        }

        double seconds() {
            if (begun < 2) {
                return (closed - (begun == 0 ? opened : firstBegun)) / 1e9;
            }
            long distance = (lastBegun - firstBegun) / (begun - 1);
            long length = Math.max(lastBegun - firstBegun + distance, lastEnded - firstBegun);
            return Math.min(length, closed - firstBegun) / 1e9;
        }
    }
}
