// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.progress;

import io.microbench.plan.PlannedCase;
import io.microbench.text.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tracks how far a run is and estimates how much longer it takes.
 *
 * <p>What is done and what is left are measured in planned time; the ratio of real to planned time so far, which holds
 * JVM starts, set-up and slow operations, stretches what is left.
 */
public final class Progress {

    private final LongSupplier nanoClock;
    private Duration planned;
    private final LiveLine live;
    private final long start;
    private Duration done = Duration.ZERO;
    private Duration inCase = Duration.ZERO;
    private String current = "";
    private String waiting = "";
    private Duration beforeAside = Duration.ZERO;
    private Optional<Duration> end = Optional.empty();

    public Progress(LongSupplier nanoClock, Duration planned, LiveLine live) {
        this.nanoClock = nanoClock;
        this.planned = planned;
        this.live = live;
        this.start = nanoClock.getAsLong();
    }

    /** Counts down to a fixed end, however much has been done. */
    public synchronized void endAfter(Duration time) {
        end = Optional.of(time);
    }

    /** Another case gets a fork; what the one before did is done. */
    public synchronized void turn(String name) {
        done = done.plus(inCase);
        caseStarted(name);
    }

    /** A case begins. */
    public synchronized void caseStarted(String name) {
        current = name;
        inCase = Duration.ZERO;
        show();
    }

    /** A fork of the current case has started. */
    public synchronized void forkStarted() {
        inCase = inCase.plus(PlannedCase.FORK_START);
        show();
    }

    /** An iteration of the current case is over. */
    public synchronized void iterationEnded(Duration time) {
        inCase = inCase.plus(time);
        show();
    }

    /** A fork begins that is planned, but belongs to no case: the current one waits for it. */
    public synchronized void asideStarted(String name) {
        waiting = current;
        done = done.plus(inCase);
        beforeAside = inCase;
        caseStarted(name);
    }

    /** That fork is over. */
    public synchronized void asideEnded() {
        done = done.plus(inCase).minus(beforeAside);
        current = waiting;
        inCase = beforeAside;
        show();
    }

    /** A fork that is planned, but belongs to no case, was run elsewhere. */
    public synchronized void asideDone(Duration cost) {
        done = done.plus(cost);
    }

    /** The current case, of the given planned cost, is over. */
    public synchronized void caseEnded(Duration cost) {
        done = done.plus(cost);
        inCase = Duration.ZERO;
    }

    /** The current case failed: what it did not run takes no time, and says nothing about the time the others take. */
    public synchronized void caseCutShort(Duration cost) {
        Duration rest = cost.minus(inCase);
        planned = planned.minus(rest.isNegative() ? Duration.ZERO : rest);
        caseEnded(inCase);
    }

    /** A case of the given planned cost will not run. */
    public synchronized void caseSkipped(Duration cost) {
        planned = planned.minus(cost);
    }

    /** A narrow terminal cuts the name, not the time. */
    private void show() {
        live.show(line() + "  " + current);
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

    /** Returns the time left. */
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

    /** Returns the line in JMH's manner: {@code 12.50% complete, ETA 00:24:30}. */
    public synchronized String line() {
        Duration left = left();
        return String.format(Locale.ROOT, "%.2f%% complete, ETA %s", share() * 100, Durations.clock(left));
    }
}
