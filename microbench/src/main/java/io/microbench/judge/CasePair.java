// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.stats.ForkRatio;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One case of a baseline and a candidate. It is tested first, and judged when its p value has been adjusted for the
 * other cases.
 */
final class CasePair {

    static final String NOT_COMPARED = "not compared: ";
    static final String FORCED = "FORCED although ";

    private final ForkValues baseline;
    private final ForkValues candidate;
    private final double[] baselineValues;
    /** The speed test; empty if {@link #judged} already has the verdict. */
    private final Optional<SpeedTest> test;

    private final Optional<CaseVerdict> judged;
    private final List<EnvironmentDifference> differences;

    private CasePair(
            ForkValues baseline, ForkValues candidate, Optional<SpeedTest> test, Optional<CaseVerdict> judged) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.baselineValues = baseline.valuesIn(candidate);
        this.test = test;
        this.judged = judged;
        this.differences = EnvironmentComparison.differences(baseline, candidate);
    }

    static CasePair of(CaseResult baseline, CaseResult candidate, JudgeSettings settings) {
        ForkValues before = ForkValues.of(baseline);
        ForkValues after = ForkValues.of(candidate);
        double[] values = before.valuesIn(after);
        if (!AnytimeJudge.positive(values) || !AnytimeJudge.positive(after.values())) {
            CaseVerdict undecided = CaseVerdict.withoutRatio(
                    candidate.id(), after.unit().symbol(), after.unit().higherIsBetter(), values, after.values());
            return new CasePair(before, after, Optional.empty(), Optional.of(undecided));
        }
        SpeedTest test = SpeedTest.of(values, after.values(), after.unit().higherIsBetter(), settings);
        return new CasePair(before, after, Optional.of(test), Optional.empty());
    }

    /** Creates a pair whose speed is already judged. */
    static CasePair judged(CaseResult baseline, CaseResult candidate, CaseVerdict verdict) {
        return new CasePair(ForkValues.of(baseline), ForkValues.of(candidate), Optional.empty(), Optional.of(verdict));
    }

    /** Returns why the case cannot be judged if a side has no result; otherwise empty. */
    static Optional<String> absence(CaseResult baseline, CaseResult candidate) {
        String before = ForkValues.absence(baseline);
        String after = ForkValues.absence(candidate);
        if (!after.isEmpty()) {
            return Optional.of(after + " in the candidate");
        }
        return before.isEmpty() ? Optional.empty() : Optional.of(before + " in the baseline");
    }

    CaseId id() {
        return candidate.result().id();
    }

    List<EnvironmentDifference> differences() {
        return differences;
    }

    /** Returns whether differences between the environments rule out a comparison. */
    boolean hindered() {
        return differences.stream().anyMatch(EnvironmentDifference::decisive);
    }

    double p() {
        return test.map(SpeedTest::p).orElseGet(() -> judged.orElseThrow().p());
    }

    /** Returns the ratio of the test; empty if the speed was already judged. */
    Optional<ForkRatio> speed() {
        return test.map(SpeedTest::speed);
    }

    List<ForkResult> baselineForks() {
        return baseline.forks();
    }

    List<ForkResult> candidateForks() {
        return candidate.forks();
    }

    /** Returns the test of the speed relative to that of the fixed CPU task, given its times on both sides. */
    SpeedTest testAgainst(double[] baselineWork, double[] candidateWork, JudgeSettings settings) {
        boolean higherIsBetter = candidate.unit().higherIsBetter();
        return SpeedTest.of(
                against(baselineValues, baselineWork, higherIsBetter),
                against(candidate.values(), candidateWork, higherIsBetter),
                higherIsBetter,
                settings);
    }

    private static double[] against(double[] values, double[] work, boolean rates) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> rates ? values[i] * work[i] : values[i] / work[i])
                .toArray();
    }

    boolean isLarge() {
        return test.filter(SpeedTest::isLarge).isPresent();
    }

    /** Returns the p value of {@link SerialDependence}; 1 if the change is large, or the order of the forks is unknown. */
    double serialDependence() {
        if (isLarge()) {
            return 1;
        }
        Optional<double[]> before = baseline.inOrderOfTime();
        Optional<double[]> after = candidate.inOrderOfTime();
        return before.isEmpty() || after.isEmpty() ? 1 : SerialDependence.pValue(before.get(), after.get());
    }

    /** Judges the case, given its p value adjusted for all cases that are judged together. */
    CaseVerdict verdict(double adjusted, JudgeSettings settings) {
        String obstacle = EnvironmentComparison.obstacle(differences);
        if (!obstacle.isEmpty() && !settings.forced()) {
            return CaseVerdict.without(id(), NOT_COMPARED + obstacle);
        }
        Optional<AllocationVerdict> allocation =
                Allocations.compare(baseline.allocations(), candidate.allocations(), settings);
        String obstacleOfBytes = Allocations.obstacle(baseline.allocations(), candidate.allocations(), settings);
        if (judged.isPresent()) {
            return judged.get().withAllocation(allocation).with(obstacleOfBytes);
        }
        CaseVerdict verdict = Judge.verdict(
                id(), candidate.unit(), baselineValues, candidate.values(), test.orElseThrow(), adjusted, settings);
        return verdict.withAllocation(allocation)
                .with(obstacleOfBytes)
                .with(obstacle.isEmpty() ? "" : FORCED + obstacle)
                .with(EnvironmentComparison.mark(differences))
                .with(leftOut("baseline", baseline))
                .with(leftOut("candidate", candidate));
    }

    private static String leftOut(String side, ForkValues forks) {
        String what = forks.result().leftOut();
        return what.isEmpty() ? "" : side + ": " + what;
    }

    /**
     * Tests whether successive forks of a run are more similar than others, which they are if the machine's speed drifts.
     *
     * <p>The statistic is that of J. von Neumann, "Distribution of the ratio of the mean square successive difference to the variance"
     * (Ann. Math. Statistics 12, 1941), for logarithms, summed over both runs. Trends and autocorrelation make it small. Its p value is the
     * share of random permutations of each run's forks that have at most this ratio, so no distribution is assumed.
     */
    static final class SerialDependence {

        private static final int ORDERS = 2_000;
        private static final long SEED = 0x6d6963726f62L;

        private SerialDependence() {}

        static double pValue(double[] baseline, double[] candidate) {
            double[][] runs = {logarithms(baseline), logarithms(candidate)};
            double[] squares = {squaredDeviations(runs[0]), squaredDeviations(runs[1])};
            double seen = ratio(runs, squares) * (1 + 1e-12);
            SplittableRandom random = new SplittableRandom(SEED);
            int asSmall = 1;
            for (int i = 0; i < ORDERS; i++) {
                shuffle(runs[0], random);
                shuffle(runs[1], random);
                asSmall += ratio(runs, squares) <= seen ? 1 : 0;
            }
            return asSmall / (ORDERS + 1.0);
        }

        private static double[] logarithms(double[] values) {
            return Arrays.stream(values).map(Math::log).toArray();
        }

        private static double squaredDeviations(double[] values) {
            double mean = Arrays.stream(values).average().orElse(0);
            return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        }

        private static double ratio(double[][] runs, double[] squares) {
            double sum = 0;
            for (int run = 0; run < runs.length; run++) {
                double successive = 0;
                for (int i = 1; i < runs[run].length; i++) {
                    double step = runs[run][i] - runs[run][i - 1];
                    successive += step * step;
                }
                sum += squares[run] == 0 ? 0 : successive / squares[run];
            }
            return sum;
        }

        private static void shuffle(double[] values, SplittableRandom random) {
            for (int i = values.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                double value = values[i];
                values[i] = values[other];
                values[other] = value;
            }
        }
    }
}
