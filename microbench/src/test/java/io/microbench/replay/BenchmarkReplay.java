// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.StopRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a rule for one benchmark. Values are seconds per operation; deviations are shares of the full
 * schedule's value, 0.01 for 1 % slower.
 *
 * @param benchmark the benchmark's name
 * @param forks the number of forks that the rule ran, from the first
 * @param seconds time of all iterations, plus 0.5 s for each start of a fork
 * @param fullSeconds the same for the full schedule
 * @param value geometric mean over forks of the median of the measured iterations
 * @param deviationSame the deviation from the full schedule on its first five forks
 * @param deviationUsed the deviation from the full schedule on the forks that the rule ran
 * @param deviationOther the deviation from the full schedule on the following five forks; empty if there are fewer than
 *     three
 * @param halfWidth relative half-width of the 95 % interval over the forks (Student's t)
 * @param unsteady the forks that the rule called unsteady, numbered from 1
 * @param neverSteady the forks that never get steady, numbered from 1; empty if not classified
 * @param tooShort the number of forks whose series ended before the rule had decided
 */
public record BenchmarkReplay(
        String benchmark,
        int forks,
        double seconds,
        double fullSeconds,
        double value,
        double deviationSame,
        double deviationUsed,
        Optional<Double> deviationOther,
        Optional<Double> halfWidth,
        List<Integer> unsteady,
        Optional<List<Integer>> neverSteady,
        int tooShort) {

    static BenchmarkReplay of(BenchmarkSeries series, FullSchedule full, ReplayRule rule) {
        List<ForkSeries.Outcome> run = run(series, rule);
        double value = GeometricMean.of(run);
        List<ForkSeries.Outcome> others = full.others();
        double halfWidth = ForkRule.halfWidth(values(run));
        List<Integer> unsteady = new ArrayList<>();
        List<Integer> never = new ArrayList<>();
        for (int fork = 0; fork < run.size(); fork++) {
            if (run.get(fork).unsteady()) {
                unsteady.add(fork + 1);
            }
            if (series.label(fork).orElse(0) < 0) {
                never.add(fork + 1);
            }
        }
        return new BenchmarkReplay(
                series.name(),
                run.size(),
                run.stream()
                        .mapToDouble(fork -> fork.seconds() + FullSchedule.FORK_START)
                        .sum(),
                full.seconds(),
                value,
                value / full.value() - 1,
                value / full.value(run.size()) - 1,
                others.isEmpty() ? Optional.empty() : Optional.of(value / GeometricMean.of(others) - 1),
                Double.isInfinite(halfWidth) ? Optional.empty() : Optional.of(halfWidth),
                unsteady,
                series.steadyFrom().isEmpty() ? Optional.empty() : Optional.of(never),
                (int) run.stream().filter(ForkSeries.Outcome::ranOut).count());
    }

    /** Returns the project of the benchmark: its name up to the first {@code #}, or all of it. */
    String project() {
        return benchmark.split("#", 2)[0];
    }

    private static List<ForkSeries.Outcome> run(BenchmarkSeries series, ReplayRule rule) {
        List<ForkSeries.Outcome> run = new ArrayList<>();
        StopRule stop = rule.stop();
        for (ForkSeries fork : series.forks()) {
            ForkSeries.Outcome outcome = fork.under(stop);
            run.add(outcome);
            if (rule.forks().enough(values(run))) {
                break;
            }
            stop = stop.next(fork.points().subList(0, outcome.points()));
        }
        return run;
    }

    private static double[] values(List<ForkSeries.Outcome> forks) {
        return forks.stream().mapToDouble(ForkSeries.Outcome::value).toArray();
    }
}
