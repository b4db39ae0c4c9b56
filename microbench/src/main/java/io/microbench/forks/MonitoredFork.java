// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.monitor.Monitor;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.IterationResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Passes the rates of a fork to the monitor. */
public final class MonitoredFork implements ForkListener {

    private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final Monitor monitor;
    private final CasePlan plan;

    private MonitoredFork(Monitor monitor, CasePlan plan) {
        this.monitor = monitor;
        this.plan = plan;
    }

    /** Announces a new fork to the monitor, and returns the fork's listener. */
    public static ForkListener announced(Monitor monitor, PlannedCase planned) {
        monitor.busy(planned.id().text());
        return new MonitoredFork(monitor, planned.plan());
    }

    @Override
    public void iteration(IterationResult iteration) {
        monitor.rate(operationsPerSecond(plan, iteration.score()));
    }

    /** Turns a score into operations per second of all threads together. */
    static double operationsPerSecond(CasePlan plan, double score) {
        double units = NANOS_PER_SECOND / TimeUnit.valueOf(plan.timeUnit()).toNanos(1);
        return plan.mode().higherIsBetter() ? score * units : plan.threads() * units / score;
    }
}
