// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.judge.FalseVerdictRates.Rates;
import io.microbench.judge.ForkCountRates.Claims;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.MultipleTests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks a small version of the output of {@link FalseVerdictRates}, seeded and therefore deterministic. */
@Tag("any-jdk")
class FalseVerdictRatesTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10})
    void findsNothingWithoutChange(int forks) {
        Rates rates = FalseVerdictRates.judge(30, FalseVerdictRates.modelled(42, 20, forks), 0);

        assertThat(rates.falseAlarms()).isLessThanOrEqualTo(JudgeSettings.LEVEL);
    }

    /**
     * The level also holds for hundreds of cases: five forks are all slower than five others by chance once in 126
     * times, so they are not enough for a verdict on one case among 500; ten and ten are.
     */
    @ParameterizedTest
    @ValueSource(ints = {5, 10})
    void raisesNoFalseAlarmAmongFiveHundredCases(int forks) {
        SplittableRandom random = new SplittableRandom(1);
        int alarmed = 0;
        for (int group = 0; group < 100; group++) {
            alarmed += isAlarmed(random, 500, forks) ? 1 : 0;
        }

        // The bound is twice the level, because a hundred groups are few. With the t test alone, the share is 0.07 for
        // these groups with five forks, and 0.04 for many groups.
        assertThat(alarmed / 100.0).isLessThanOrEqualTo(2 * JudgeSettings.LEVEL);
    }

    /** Checks the output of {@link ForkCountRates} for few pairs of sides. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void raisesNoFalseAlarmWithFewForksForIntendedPopulations(int forks) {
        ForkCountRates.meant().forEach((name, population) -> {
            Claims claims = ForkCountRates.judge(population, forks, 10_000);

            for (int cases : new int[] {1, 50, 500}) {
                assertThat(claims.any(cases))
                        .as("%s, %d cases, %d forks", name, cases, forks)
                        .isLessThanOrEqualTo(JudgeSettings.LEVEL);
            }
        });
    }

    @Test
    void detectsLargeChangeAmongFiveHundredCasesWithFiveForks() {
        assertThat(ForkCountRates.judge(ForkCountRates.model(2), 5, 200).share(500))
                .isGreaterThan(0.7);
        assertThat(ForkCountRates.judge(ForkCountRates.model(10), 5, 200).share(500))
                .isGreaterThan(0.95);
        assertThat(ForkCountRates.judge(ForkCountRates.model(10), 3, 200).share(1))
                .isGreaterThan(0.95);
    }

    /** Shows why the rule for large changes is necessary, and why it demands a larger difference if there are fewer forks. */
    @Test
    void showsFalseAlarmsForDistantModes() {
        assertThat(ForkCountRates.judge(ForkCountRates.twoKinds(0.5, 2.5), 5, 10_000)
                        .any(500))
                .isGreaterThan(0.1);
        assertThat(ForkCountRates.judge(ForkCountRates.twoKinds(0.5, 2.5), 3, 10_000)
                        .any(500))
                .isZero();
    }

    /**
     * Checks {@link DriftRates} for few pairs of runs, 5 to 100 % of which would have a false verdict without
     * calibration.
     */
    @Test
    void raisesNoFalseAlarmForCalibratedRunsOnDriftingMachine() {
        DriftRates.drifting().forEach((name, machine) -> assertThat(
                        DriftRates.claims(40, machine, DriftRates.Measuring.ALIKE, 1, 10, 1))
                .as(name)
                .isLessThanOrEqualTo(JudgeSettings.LEVEL));
    }

    private static boolean isAlarmed(SplittableRandom random, int cases, int forks) {
        JudgeSettings settings = JudgeSettings.DEFAULTS.among(cases);
        List<SpeedTest> tests = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            double[][][] sides = new ForkModel(random.split()).sides(forks, 5, 1);
            double[] baseline = ForkModel.values(sides[0]);
            tests.add(SpeedTest.of(baseline, ForkModel.values(sides[1]), false, settings));
        }
        double[] adjusted =
                MultipleTests.holm(tests.stream().mapToDouble(SpeedTest::p).toArray());
        return IntStream.range(0, cases)
                .mapToObj(i -> tests.get(i).verdict(adjusted[i], settings))
                .anyMatch(verdict -> verdict == Verdict.FASTER || verdict == Verdict.SLOWER);
    }

    @Test
    void findsChanges() {
        Rates rates = FalseVerdictRates.judge(5, FalseVerdictRates.modelled(42, 20, 10), 0.10);

        assertThat(rates.share(Verdict.SLOWER)).isGreaterThan(0.5);
        assertThat(rates.share(Verdict.FASTER)).isZero();
        assertThat(rates.share(Verdict.SAME)).isZero();
    }

    @Test
    void findsMoreChangesWithMoreForks() {
        Rates few = FalseVerdictRates.judge(5, FalseVerdictRates.modelled(42, 20, 5), 0.05);
        Rates many = FalseVerdictRates.judge(5, FalseVerdictRates.modelled(42, 20, 20), 0.05);

        assertThat(many.share(Verdict.SLOWER)).isGreaterThan(few.share(Verdict.SLOWER) + 0.1);
    }

    /** Shows that naive tests raise false alarms: without the tolerance and without the correction of the level for many cases. */
    @Test
    void showsFalseAlarmsForNaiveTests() {
        int alarms = 0;
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 400; i++) {
            double[][][] sides = new ForkModel(random.split()).sides(5, 10, 1);
            double[] baseline =
                    Arrays.stream(sides[0]).flatMapToDouble(Arrays::stream).toArray();
            double[] candidate =
                    Arrays.stream(sides[1]).flatMapToDouble(Arrays::stream).toArray();
            // Every iteration is counted as a fork, which is a common error.
            CaseVerdict verdict = LoneCase.judge(
                    Runs.id("m"),
                    ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op"),
                    baseline,
                    candidate,
                    JudgeSettings.DEFAULTS);
            alarms += verdict.verdict() == Verdict.SLOWER || verdict.verdict() == Verdict.FASTER ? 1 : 0;
        }

        assertThat(alarms / 400.0).isGreaterThan(0.05);
    }

    @Test
    void modelsSpreadOfRealForks() {
        SplittableRandom random = new SplittableRandom(7);
        double[] spreads = new double[400];
        for (int i = 0; i < spreads.length; i++) {
            double[][] forks = new ForkModel(random.split()).sides(30, 11, 1)[0];
            double[] logs =
                    Arrays.stream(ForkModel.values(forks)).map(Math::log).toArray();
            double mean = Arrays.stream(logs).average().orElseThrow();
            spreads[i] = Math.sqrt(
                    Arrays.stream(logs).map(v -> (v - mean) * (v - mean)).sum() / (logs.length - 1));
        }
        Arrays.sort(spreads);

        // The spreads of real forks are 1.5, 3.7 and 7.2 %.
        assertThat(spreads[200]).isEqualTo(0.018, within(0.004));
        assertThat(spreads[300]).isEqualTo(0.036, within(0.01));
        assertThat(spreads[360]).isEqualTo(0.071, within(0.02));
    }
}
