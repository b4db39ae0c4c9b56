/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.replay;

import io.microbench.plan.PlannedCase;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRules;
import java.util.List;

/** The schedule that rules are held against: five forks, each with 50 s of warm-up and 50 s measured, as JMH's defaults. */
final class FullSchedule {

    static final int FORKS = 5;
    /** What starting a JVM costs beside its iterations, in seconds; counted for the rule as for the full schedule. */
    static final double FORK_START = PlannedCase.FORK_START.toMillis() / 1000.0;

    private static final String TEXT = "fixed:warmup=50,measured=50";
    private static final StopRule RULE = StopRules.byName(TEXT).orElseThrow(() -> new IllegalStateException(TEXT));
    /** With fewer forks left, their mean says little of what another run would have shown. */
    private static final int FEWEST_OTHER = 3;

    private final List<ForkSeries.Outcome> outcomes;

    private FullSchedule(List<ForkSeries.Outcome> outcomes) {
        this.outcomes = outcomes;
    }

    static FullSchedule of(BenchmarkSeries series) {
        return new FullSchedule(series.forks().stream()
                .limit(2L * FORKS)
                .map(fork -> fork.under(RULE))
                .toList());
    }

    /** Returns the value of the first forks: as many as the schedule has, or as there are. */
    double value() {
        return value(FORKS);
    }

    /** Returns the value of so many forks from the first. */
    double value(int forks) {
        return GeometricMean.of(outcomes.subList(0, Math.min(forks, outcomes.size())));
    }

    /** Returns the forks after the first five, at most five; empty if there are fewer than three. */
    List<ForkSeries.Outcome> others() {
        return outcomes.size() < FORKS + FEWEST_OTHER ? List.of() : outcomes.subList(FORKS, outcomes.size());
    }

    double seconds() {
        return outcomes.stream()
                .limit(FORKS)
                .mapToDouble(outcome -> outcome.seconds() + FORK_START)
                .sum();
    }

    /** Returns how many forks were too short for the schedule. */
    int tooShort() {
        return (int) outcomes.stream().filter(ForkSeries.Outcome::ranOut).count();
    }
}
