// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Measures fork after fork until enough is known, the time is spent, or somebody asks to stop.
 *
 * <p>This is the loop of everything that measures; what differs are its parts:
 *
 * <pre>
 *            Schedule           Source          Journal             Schedule            Journal
 *   ┌─> which fork is next? ─> run it ─> keep what it delivered ─> is that enough? ─> keep that ─┐
 *   └────────────────────────────────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>The {@link Budget} and the stop condition are looked at before each turn, never during one: what ends a busy fork
 * is the business of its source. The loop runs in the thread that calls it and asks one part at a time.
 *
 * @param <T> a turn: what is to be run next, usually one fork of one case
 * @param <E> an end: what that delivered, a benchmark that failed included
 */
public final class ForkLoop<T, E> {

    /** Why a loop ended. */
    public enum End {
        /** Everything that did not fail has what it needs. */
        DECIDED,
        /** What is undecided has had all the forks it may have. */
        FORKS,
        /** The next turn would not end within the budget. */
        BUDGET,
        /** Somebody asked to stop. */
        STOPPED
    }

    /**
     * Decides which fork is next, and whether there is to be another one.
     *
     * @param <T> a turn
     * @param <E> what a turn delivers
     */
    public interface Schedule<T, E> {

        /**
         * Returns the next turn; empty when there is none, for the reason that {@link #end} then returns.
         *
         * @param left the time left of the budget; a turn that would not end in it is not to be given
         */
        Optional<T> next(Duration left);

        /**
         * Records what a turn delivered, and judges it.
         *
         * @return whether what had this turn is decided by it, and gets no further one
         */
        boolean ended(T turn, E end);

        /** Returns why there is no further turn; asked only after {@link #next} returned none. */
        End end();
    }

    /**
     * Runs what a turn asks for.
     *
     * @param <T> a turn
     * @param <E> what a turn delivers
     */
    @FunctionalInterface
    public interface Source<T, E> {

        /** Runs it, and returns what it delivered; empty if it was stopped meanwhile. */
        Optional<E> fork(T turn);
    }

    /**
     * Keeps what happens as it happens.
     *
     * @param <T> a turn
     * @param <E> what a turn delivers
     */
    public interface Journal<T, E> {

        /** Keeps what a turn delivered, before anybody judges it. */
        default void forkEnded(T turn, E end) {}

        /**
         * Keeps what became of it.
         *
         * @param decided whether what had this turn gets no further one
         */
        default void judged(T turn, boolean decided) {}
    }

    private final Schedule<T, E> schedule;
    private final Source<T, E> source;
    private final Journal<T, E> journal;
    private final Budget budget;
    private final BooleanSupplier stop;

    /**
     * Puts a loop together.
     *
     * @param stop whether no further turn is to be started
     */
    public ForkLoop(
            Schedule<T, E> schedule, Source<T, E> source, Journal<T, E> journal, Budget budget, BooleanSupplier stop) {
        this.schedule = schedule;
        this.source = source;
        this.journal = journal;
        this.budget = budget;
        this.stop = stop;
    }

    /** Measures, and returns why it ended. */
    public End run() {
        Optional<End> end = turn();
        while (end.isEmpty()) {
            end = turn();
        }
        return end.get();
    }

    /** Runs one turn, and returns why there was none; empty if there was one. */
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
        journal.forkEnded(turn.get(), end.get());
        journal.judged(turn.get(), schedule.ended(turn.get(), end.get()));
        return Optional.empty();
    }
}
