// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Measures fork after fork until the results suffice, the time is up, or a stop is requested.
 *
 * <p>All measurements use this loop, with different parts:
 *
 * <pre>
 *            Schedule           Source       Schedule         Journal
 *   ┌─> which fork is next? ─> run it ─> is that enough? ─> keep that ─┐
 *   └──────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>The {@link Budget} and the stop condition are checked before each turn, never during one: a busy fork is ended by
 * its source. The loop runs in the thread that calls it and calls one part at a time.
 *
 * @param <T> a turn: the next unit of work, usually one fork of one case
 * @param <E> the result of a turn, which may be a failed benchmark
 */
public final class ForkLoop<T, E> {

    public enum End {
        /** All cases that did not fail have enough forks. */
        DECIDED,
        /** The undecided cases have reached their maximum number of forks. */
        FORKS,
        /** The next turn would not end within the budget. */
        BUDGET,
        STOPPED
    }

    /** Decides which fork is next, and whether there is another one. */
    public interface Schedule<T, E> {

        /**
         * Returns the next turn; empty when there is no further turn, for the reason that {@link #end} then returns.
         *
         * @param left the time left of the budget; a turn that would not end within it must not be returned
         */
        Optional<T> next(Duration left);

        /**
         * Records the result of a turn, and judges it.
         *
         * @return whether the case is decided after this turn, and gets no further one
         */
        boolean ended(T turn, E end);

        /** Returns why there is no further turn; called only after {@link #next} returned empty. */
        End end();
    }

    @FunctionalInterface
    public interface Source<T, E> {

        /** Runs a turn and returns its result; empty if it was stopped meanwhile. */
        Optional<E> fork(T turn);
    }

    @FunctionalInterface
    public interface Journal<T> {

        /** Records that a turn has ended, and whether its case gets no further one. */
        void ended(T turn, boolean decided);
    }

    private final Schedule<T, E> schedule;
    private final Source<T, E> source;
    private final Journal<T> journal;
    private final Budget budget;
    private final BooleanSupplier stop;

    /** Creates a loop; {@code stop} returns whether no further turn may start. */
    public ForkLoop(
            Schedule<T, E> schedule, Source<T, E> source, Journal<T> journal, Budget budget, BooleanSupplier stop) {
        this.schedule = schedule;
        this.source = source;
        this.journal = journal;
        this.budget = budget;
        this.stop = stop;
    }

    public End run() {
        Optional<End> end = turn();
        while (end.isEmpty()) {
            end = turn();
        }
        return end.get();
    }

    /** Runs one turn; returns why there was no turn to run, or empty if a turn ran. */
    Optional<End> turn() {
        if (stop.getAsBoolean()) {
            return Optional.of(End.STOPPED);
        }
        Optional<T> turn = schedule.next(budget.left());
        if (turn.isEmpty()) {
            return Optional.of(schedule.end());
        }
        Optional<E> end = source.fork(turn.get());
        if (end.isEmpty()) {
            return Optional.of(End.STOPPED);
        }
        journal.ended(turn.get(), schedule.ended(turn.get(), end.get()));
        return Optional.empty();
    }

    /** Measures the time left for all forks together; starts when it is created. */
    public static final class Budget {

        /** A duration longer than any measurement. */
        private static final Duration NO_LIMIT = Duration.ofDays(36_500);

        private final Duration whole;
        private final LongSupplier nanoClock;
        private final long start;

        /** Starts measuring the time for all forks with a monotonic clock in nanoseconds. */
        public Budget(Duration whole, LongSupplier nanoClock) {
            this.whole = whole;
            this.nanoClock = nanoClock;
            this.start = nanoClock.getAsLong();
        }

        public static Budget unlimited() {
            return new Budget(NO_LIMIT, System::nanoTime);
        }

        /** Returns the time that is left; zero or negative if none is left. */
        public Duration left() {
            return whole.minusNanos(nanoClock.getAsLong() - start);
        }
    }
}
