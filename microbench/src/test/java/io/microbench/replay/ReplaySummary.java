// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stats.Descriptive;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The results of a rule over all benchmarks. Shares are fractions from 0 to 1.
 *
 * @param seconds time over all benchmarks
 * @param fullSeconds the same for the full schedule
 * @param secondsMean the mean number of seconds per benchmark
 * @param secondsMedian the median number of seconds per benchmark
 * @param forksMean forks per benchmark
 * @param timeSaved share of the full schedule's time that the rule saves
 * @param timeSavedInterval 95 % interval of {@code timeSaved} over projects, by bootstrap
 * @param withinSame share of benchmarks within the tolerance of the full schedule on its first five forks
 * @param withinSameInterval 95 % interval of {@code withinSame} over projects, by bootstrap
 * @param withinUsed the same, compared with the full schedule on the forks that the rule ran
 * @param withinOther the same, compared with the full schedule on five other forks; empty if there are none
 * @param withinTenPercent share of benchmarks within 10 % of the full schedule on its first five forks
 * @param medianHalfWidth median over benchmarks of the relative half-width of the 95 % interval over forks
 * @param unsteadyForks forks that the rule called unsteady, among all that it ran
 * @param unsteadyPrecision share of the forks called unsteady that never get steady; empty if there are none
 * @param unsteadyRecall share of the never-steady forks that were called unsteady; empty if there are none
 * @param tooShort the number of forks whose series ended before the rule had decided
 */
record ReplaySummary(
        double seconds,
        double fullSeconds,
        double secondsMean,
        double secondsMedian,
        double forksMean,
        double timeSaved,
        Range timeSavedInterval,
        double withinSame,
        Range withinSameInterval,
        double withinUsed,
        Optional<Double> withinOther,
        double withinTenPercent,
        Optional<Double> medianHalfWidth,
        int unsteadyForks,
        Optional<Double> unsteadyPrecision,
        Optional<Double> unsteadyRecall,
        int tooShort) {

    /** An interval. */
    record Range(double low, double high) {}

    private static final int RESAMPLES = 1000;
    private static final long SEED = 42;
    private static final double TEN_PERCENT = 0.10;

    static ReplaySummary of(List<BenchmarkReplay> all, double tolerance) {
        List<BenchmarkReplay> other =
                all.stream().filter(one -> one.deviationOther().isPresent()).toList();
        double[] widths = all.stream()
                .flatMap(one -> one.halfWidth().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        Unsteady unsteady = Unsteady.of(all);
        return new ReplaySummary(
                sum(all, BenchmarkReplay::seconds),
                sum(all, BenchmarkReplay::fullSeconds),
                sum(all, BenchmarkReplay::seconds) / all.size(),
                Descriptive.median(
                        all.stream().mapToDouble(BenchmarkReplay::seconds).toArray()),
                sum(all, BenchmarkReplay::forks) / all.size(),
                saved(all),
                bootstrap(all, ReplaySummary::saved),
                share(all, one -> Math.abs(one.deviationSame()) <= tolerance),
                bootstrap(all, some -> share(some, one -> Math.abs(one.deviationSame()) <= tolerance)),
                share(all, one -> Math.abs(one.deviationUsed()) <= tolerance),
                other.isEmpty()
                        ? Optional.empty()
                        : Optional.of(share(
                                other, one -> Math.abs(one.deviationOther().orElseThrow()) <= tolerance)),
                share(all, one -> Math.abs(one.deviationSame()) <= TEN_PERCENT),
                widths.length == 0 ? Optional.empty() : Optional.of(Descriptive.median(widths)),
                all.stream().mapToInt(one -> one.unsteady().size()).sum(),
                unsteady.precision(),
                unsteady.recall(),
                all.stream().mapToInt(BenchmarkReplay::tooShort).sum());
    }

    /** Counts of classified forks: called unsteady, never steady, and both. */
    private record Unsteady(int called, int never, int both) {

        static Unsteady of(List<BenchmarkReplay> all) {
            int called = 0;
            int never = 0;
            int both = 0;
            for (BenchmarkReplay one : all) {
                if (one.neverSteady().isPresent()) {
                    List<Integer> labels = one.neverSteady().get();
                    called += one.unsteady().size();
                    never += labels.size();
                    both += (int)
                            one.unsteady().stream().filter(labels::contains).count();
                }
            }
            return new Unsteady(called, never, both);
        }

        Optional<Double> precision() {
            return called == 0 ? Optional.empty() : Optional.of((double) both / called);
        }

        Optional<Double> recall() {
            return never == 0 ? Optional.empty() : Optional.of((double) both / never);
        }
    }

    private static double saved(List<BenchmarkReplay> some) {
        return 1 - sum(some, BenchmarkReplay::seconds) / sum(some, BenchmarkReplay::fullSeconds);
    }

    private static double share(List<BenchmarkReplay> some, Predicate<BenchmarkReplay> holds) {
        return (double) some.stream().filter(holds).count() / some.size();
    }

    private static double sum(List<BenchmarkReplay> some, ToDoubleFunction<BenchmarkReplay> value) {
        return some.stream().mapToDouble(value).sum();
    }

    /** Resamples projects with all their benchmarks, as those of a project are similar, to estimate other projects. */
    private static Range bootstrap(List<BenchmarkReplay> all, ToDoubleFunction<List<BenchmarkReplay>> statistic) {
        List<List<BenchmarkReplay>> projects = List.copyOf(all.stream()
                .collect(Collectors.groupingBy(BenchmarkReplay::project, LinkedHashMap::new, Collectors.toList()))
                .values());
        SplittableRandom random = new SplittableRandom(SEED);
        double[] drawn = new double[RESAMPLES];
        for (int r = 0; r < RESAMPLES; r++) {
            drawn[r] = statistic.applyAsDouble(random.ints(projects.size(), 0, projects.size())
                    .mapToObj(projects::get)
                    .flatMap(List::stream)
                    .toList());
        }
        Arrays.sort(drawn);
        return new Range(drawn[(int) (0.025 * RESAMPLES)], drawn[(int) (0.975 * RESAMPLES) - 1]);
    }
}
