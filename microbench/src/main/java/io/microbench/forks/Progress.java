// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.plan.PlannedCase;
import io.microbench.text.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tracks the progress of a run and estimates the time left.
 *
 * <p>Progress is measured in planned time. The remaining planned time is multiplied by the ratio of real to planned
 * time so far, which includes JVM starts, set-up and slow operations.
 */
public final class Progress {

    private final LongSupplier nanoClock;
    private Duration planned;
    private final long start;
    private Duration done = Duration.ZERO;
    private Duration inCase = Duration.ZERO;
    private Duration beforeAside = Duration.ZERO;
    private Optional<Duration> end = Optional.empty();
    private Runnable changed = () -> {};

    public Progress(LongSupplier nanoClock, Duration planned) {
        this.nanoClock = nanoClock;
        this.planned = planned;
        this.start = nanoClock.getAsLong();
    }

    /** Sets the callback that runs when a case gets a fork, and after the start and the iterations of forks. */
    public synchronized void onChange(Runnable callback) {
        changed = callback;
    }

    /** Counts down to a fixed end, regardless of the progress. */
    public synchronized void endAfter(Duration time) {
        end = Optional.of(time);
    }

    /** Records that another case gets a fork, and that the progress of the previous case is final. */
    public synchronized void turn() {
        done = done.plus(inCase);
        inCase = Duration.ZERO;
        changed.run();
    }

    public synchronized void forkStarted() {
        inCase = inCase.plus(PlannedCase.FORK_START);
        changed.run();
    }

    public synchronized void iterationEnded(Duration time) {
        inCase = inCase.plus(time);
        changed.run();
    }

    /** Records the start of a planned fork that belongs to no case; the current case waits for it. */
    public synchronized void asideStarted() {
        done = done.plus(inCase);
        beforeAside = inCase;
        inCase = Duration.ZERO;
    }

    public synchronized void asideEnded() {
        done = done.plus(inCase).minus(beforeAside);
        inCase = beforeAside;
    }

    /** Records that a planned fork that belongs to no case has run elsewhere. */
    public synchronized void asideDone(Duration cost) {
        done = done.plus(cost);
    }

    /** Records the end of the current case, with the given planned cost. */
    public synchronized void caseEnded(Duration cost) {
        done = done.plus(cost);
        inCase = Duration.ZERO;
    }

    /** Records that the current case failed: the rest of it takes no time, and does not affect the estimate for others. */
    public synchronized void caseCutShort(Duration cost) {
        Duration rest = cost.minus(inCase);
        planned = planned.minus(rest.isNegative() ? Duration.ZERO : rest);
        caseEnded(inCase);
    }

    /** Records that a case of the given planned cost will not run. */
    public synchronized void caseSkipped(Duration cost) {
        planned = planned.minus(cost);
    }

    /** Returns the share of the planned time that is done, in 0..1. */
    public synchronized double share() {
        if (end.isPresent()) {
            return Math.min(1, (double) elapsed().toNanos() / end.get().toNanos());
        }
        if (planned.isZero() || planned.isNegative()) {
            return 1;
        }
        return Math.min(1, (double) done.plus(inCase).toNanos() / planned.toNanos());
    }

    private Duration elapsed() {
        return Duration.ofNanos(nanoClock.getAsLong() - start);
    }

    synchronized Duration left() {
        Duration elapsed = elapsed();
        if (end.isPresent()) {
            return elapsed.compareTo(end.get()) > 0 ? Duration.ZERO : end.get().minus(elapsed);
        }
        Duration work = done.plus(inCase);
        Duration rest = planned.minus(work);
        if (rest.isNegative()) {
            return Duration.ZERO;
        }
        if (work.isZero()) {
            return rest;
        }
        double stretch = (double) elapsed.toNanos() / work.toNanos();
        return Duration.ofNanos(Math.round(rest.toNanos() * stretch));
    }

    /** Returns the line in JMH's format: {@code 12.50% complete, ETA 00:24:30}. */
    public synchronized String line() {
        Duration left = left();
        return String.format(Locale.ROOT, "%.2f%% complete, ETA %s", share() * 100, Durations.clock(left));
    }

    /** Returns a short line for readers: {@code 12% done, 24 min 30 s left}. */
    public synchronized String briefly() {
        Duration left = Duration.ofSeconds(left().toSeconds() + 1);
        return (int) (share() * 100) + "% done, " + Durations.text(left) + " left";
    }
}
