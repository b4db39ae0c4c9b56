// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.monitor.Monitor;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.IterationResult;
import java.util.concurrent.TimeUnit;

/** Receives the events of a fork; called from threads of the harness, one call at a time for each fork. */
public interface ForkListener {

    ForkListener NONE = new ForkListener() {};

    default void started() {}

    /** Called when an iteration, warm-up or measured, has ended. */
    default void iteration(IterationResult iteration) {}

    default void printed(String line) {}

    /** Announces a new fork to the monitor, and returns a listener that passes its rates to the monitor. */
    static ForkListener monitored(Monitor monitor, PlannedCase planned) {
        monitor.busy(planned.id().text());
        return new ForkListener() {
            @Override
            public void iteration(IterationResult iteration) {
                monitor.rate(operationsPerSecond(planned.plan(), iteration.score()));
            }
        };
    }

    /** Turns a score into operations per second of all threads together. */
    static double operationsPerSecond(CasePlan plan, double score) {
        double units = (double) TimeUnit.SECONDS.toNanos(1)
                / TimeUnit.valueOf(plan.timeUnit()).toNanos(1);
        return plan.mode().higherIsBetter() ? score * units : plan.threads() * units / score;
    }
}
