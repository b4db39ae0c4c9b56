// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.plan.PlannedCase;
import io.microbench.stopping.StopRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The schedule with which rules are compared: JMH's five forks, each with 50 s of warm-up and 50 s measured. */
final class FullSchedule {

    static final int FORKS = 5;
    /** The seconds of warm-up of a fork. */
    static final double WARMUP = 50;
    /** The seconds of a fork. */
    static final double SECONDS = 100;
    /** The seconds to start a JVM, added for the rule and for the full schedule. */
    static final double FORK_START = PlannedCase.FORK_START.toMillis() / 1000.0;

    private static final String TEXT = "fixed:warmup=50,measured=50";
    private static final StopRule RULE = StopRule.byName(TEXT).orElseThrow(() -> new IllegalStateException(TEXT));
    /** The minimum number of other forks: with fewer, their mean is not representative of another run. */
    static final int FEWEST_OTHER = 3;

    private final List<ForkSeries.Outcome> outcomes;
    private final int first;

    private FullSchedule(List<ForkSeries.Outcome> outcomes, int first) {
        this.outcomes = outcomes;
        this.first = first;
    }

    static FullSchedule of(BenchmarkSeries series) {
        return of(series, FORKS);
    }

    /** Returns the schedule on the first {@code first} forks; the later forks are the other forks. */
    static FullSchedule of(BenchmarkSeries series, int first) {
        return new FullSchedule(
                series.forks().stream()
                        .limit((long) first + FORKS)
                        .map(fork -> fork.under(RULE))
                        .toList(),
                first);
    }

    /**
     * The result of repeating the schedule.
     *
     * @param seconds the time of the schedule
     * @param deviations the deviations of other forks from its value, as shares
     */
    record Repeated(double seconds, List<Double> deviations) {

        static Repeated mean(List<Repeated> some) {
            return new Repeated(
                    some.stream().mapToDouble(Repeated::seconds).average().orElseThrow(),
                    some.stream().flatMap(one -> one.deviations().stream()).toList());
        }
    }

    /** Returns the result of repeating the schedule on the other forks. */
    Repeated repeated() {
        List<ForkSeries.Outcome> others = others();
        return new Repeated(seconds(), others.isEmpty() ? List.of() : List.of(value() / GeometricMean.of(others) - 1));
    }

    /** Returns the result of the schedule over many benchmarks. */
    static ReplayRecord.Full over(List<Repeated> all, double tolerance) {
        double[] deviations = all.stream()
                .flatMap(one -> one.deviations().stream())
                .mapToDouble(Math::abs)
                .toArray();
        long within =
                Arrays.stream(deviations).filter(share -> share <= tolerance).count();
        return new ReplayRecord.Full(
                "5 forks x (50 s warm-up + 50 s measured), 0.5 s per start of a fork",
                all.stream().mapToDouble(Repeated::seconds).average().orElseThrow(),
                deviations.length == 0 ? Optional.empty() : Optional.of((double) within / deviations.length));
    }

    /** Returns the geometric mean of the forks of the schedule. */
    double value() {
        return value(first);
    }

    /** Returns the geometric mean of the first {@code forks} forks. */
    double value(int forks) {
        return GeometricMean.of(outcomes.subList(0, Math.min(forks, outcomes.size())));
    }

    /** Returns the forks after the first five, at most five; empty if there are fewer than three. */
    List<ForkSeries.Outcome> others() {
        return outcomes.size() < first + FEWEST_OTHER ? List.of() : outcomes.subList(first, outcomes.size());
    }

    double seconds() {
        return outcomes.stream()
                .limit(first)
                .mapToDouble(outcome -> outcome.seconds() + FORK_START)
                .sum();
    }

    /** Returns the number of forks that were too short for the schedule. */
    int tooShort() {
        return (int) outcomes.stream().filter(ForkSeries.Outcome::ranOut).count();
    }
}
