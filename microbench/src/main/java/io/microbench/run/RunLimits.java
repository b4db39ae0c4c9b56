// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.BusyForks;
import io.microbench.forks.ForkRun;
import io.microbench.process.ParentProcess;
import io.microbench.settings.Scheduling;
import java.time.Duration;

/** Ends a run from outside its forks: once its time is over, or when the program that started the host has ended. */
final class RunLimits implements ForkRun.Outside {

    /** How long a fork may outlast the budget, to end normally with its iteration, before it is killed. */
    private static final Duration LATENESS = Duration.ofSeconds(1);

    /**
     * The time between two checks of the program that started the host: only its process id is known, which does not
     * signal its end.
     */
    private static final Duration LAUNCHER_PAUSE = Duration.ofMillis(1500);

    private static final Duration MOST_RESERVE = Duration.ofSeconds(1);

    private final Budget budget;
    private final ParentProcess parent;
    private final BusyForks busy;

    /** Starts the clock of the budget, if there is one. */
    RunLimits(Scheduling scheduling, ParentProcess parent, BusyForks busy) {
        this.budget = scheduling
                .budget()
                .map(whole -> new Budget(whole.minus(reserve(whole)), System::nanoTime))
                .orElseGet(Budget::unlimited);
        this.parent = parent;
        this.busy = busy;
    }

    /** The reports are part of the run. */
    private static Duration reserve(Duration whole) {
        Duration share = whole.dividedBy(20);
        return share.compareTo(MOST_RESERVE) < 0 ? share : MOST_RESERVE;
    }

    /** Returns the time for the forks. */
    Budget budget() {
        return budget;
    }

    /** Returns what ends forks that are not within the budget. */
    ForkRun.Outside withoutBudget() {
        return () -> {
            checkLauncher();
            return LAUNCHER_PAUSE;
        };
    }

    @Override
    public Duration look() {
        Duration left = budget.left().plus(LATENESS);
        if (left.isNegative()) {
            busy.endOfTime();
        }
        checkLauncher();
        return left.isNegative() || (parent.pid().isPresent() && left.compareTo(LAUNCHER_PAUSE) > 0)
                ? LAUNCHER_PAUSE
                : left;
    }

    /** Exits if Maven is gone: then no process waits for this JVM, and none will stop it. */
    private void checkLauncher() {
        if (parent.gone()) {
            // From a thread of its own: exiting waits for the shutdown hook, which waits for the watch that calls this.
            new Thread(() -> System.exit(143), "microbench-exit").start();
        }
    }
}
