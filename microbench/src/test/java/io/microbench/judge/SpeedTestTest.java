// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.NOISY;
import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeedTestTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;

    private static SpeedTest rates(double[] baseline, double[] candidate) {
        return SpeedTest.of(baseline, candidate, true, SETTINGS);
    }

    @Test
    void returnsRatioOfSpeedInEveryMode() {
        double[] half = times(0.5, STEADY);

        assertThat(rates(STEADY, half).speed().ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(SpeedTest.of(STEADY, half, false, SETTINGS).speed().ratio()).isCloseTo(2, within(1e-9));
    }

    /**
     * Of 2,704,156 divisions four are as extreme. Most draws of 100,000 contain none of them, so they cannot show a p
     * value below 1e-5.
     */
    @Test
    void doesNotReportPValueBelowResolutionOfSampledPermutations() {
        double[] baseline = {100, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7, 100.8, 100.9, 101, 109.95};
        double[] candidate = {109.9, 110, 110.1, 110.2, 110.3, 110.4, 110.5, 110.6, 110.7, 110.8, 110.9, 111};
        double alone = rates(baseline, candidate).p();
        double amongMany =
                SpeedTest.of(baseline, candidate, true, SETTINGS.among(3_500)).p();

        assertThat(alone).isGreaterThanOrEqualTo(1 / 100_001.0);
        assertThat(amongMany).isBetween(1 / 700_001.0, 1 / 100_001.0);
    }

    @Test
    void countsAllDivisionsForTwelveSeparateForks() {
        double[] baseline = {100, 100.1, 100.2, 100.3, 100.4, 100.5, 100.6, 100.7, 100.8, 100.9, 101, 101.1};
        double[] candidate = times(1.1, baseline);

        assertThat(rates(baseline, candidate).p()).isCloseTo(2 / 2_704_156.0, within(1e-12));
    }

    /** Of 252 ways to divide ten forks two are as extreme. */
    @Test
    void limitsPValueOfFiveForksByNumberOfDivisions() {
        assertThat(rates(STEADY, times(1.4, STEADY)).p()).isCloseTo(2 / 252.0, within(1e-12));
        assertThat(rates(new double[] {1, 1, 1, 1, 1}, new double[] {1.4, 1.4, 1.4, 1.4, 1.4})
                        .p())
                .isCloseTo(2 / 252.0, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({
        "5, 1.6, FASTER", "5, 0.6, SLOWER", "5, 1.4, UNDECIDED", // 1.5 times as fast
        "4, 3.2, FASTER", "4, 0.3, SLOWER", "4, 2.5, UNDECIDED", // three times as fast
        "3, 10, FASTER", "3, 2, UNDECIDED", "2, 2, UNDECIDED"
    })
    void detectsLargeChangeOfOneCaseAmongManyWithFewForks(int forks, double factor, Verdict expected) {
        double[] steady = Arrays.copyOf(new double[] {100, 100.001, 99.999, 100.002, 99.998}, forks);
        SpeedTest test = rates(steady, times(factor, steady));

        assertThat(test.verdict(50 * test.p(), SETTINGS.among(50))).isEqualTo(expected);
    }

    @Test
    void requiresAllForksFarApartForLargeChange() {
        double[] one = times(2, STEADY);
        one[0] = 140;
        SpeedTest test = rates(STEADY, one);

        assertThat(test.p()).isGreaterThanOrEqualTo(2 / 252.0);
        assertThat(test.verdict(2 * test.p(), SETTINGS.among(2))).isEqualTo(Verdict.UNDECIDED);
    }

    /** Ticks of a coarse clock: forks that all take one tick, compared with others that all take four. */
    @Test
    void rejectsFewForksThatAgreeExactly() {
        assertThat(rates(new double[] {1, 1, 1}, new double[] {4, 4, 4}).p()).isCloseTo(0.1, within(1e-12));
        assertThat(rates(new double[] {1, 1, 1, 1, 1}, new double[] {4, 4, 4, 4, 4})
                        .p())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2, 5", // already far apart
        "2, 1.51, 5",
        "1, 2, 6",
        "5, 1.499, -1",
        "5, 1, -1",
        "2, 1.2, -1"
    })
    void suggestsNumberOfForksForUndecidedLargeChange(int forks, double factor, int rerun) {
        double[] steady = Arrays.copyOf(new double[] {100, 100.001, 99.999, 100.002, 99.998}, forks);

        assertThat(rates(steady, times(factor, steady)).rerunForks(SETTINGS.among(2)))
                .isEqualTo(rerun < 0 ? OptionalInt.empty() : OptionalInt.of(rerun));
    }

    @Test
    void reportsNoDifferenceForIdenticalForks() {
        double[] same = {3, 3, 3, 3, 3};

        assertThat(rates(same, same).p()).isEqualTo(1);
        assertThat(rates(same, same).verdict(1, SETTINGS)).isEqualTo(Verdict.SAME);
    }

    @ParameterizedTest
    @CsvSource({"0.01, FASTER", "0.0101, UNDECIDED", "NaN, UNDECIDED"})
    void requiresAdjustedPValueWithinLevelForChange(double adjusted, Verdict verdict) {
        assertThat(rates(STEADY, times(1.05, STEADY)).verdict(adjusted, SETTINGS))
                .isEqualTo(verdict);
    }

    @Test
    void needsNoPValueForEquivalence() {
        assertThat(rates(STEADY, STEADY).verdict(Double.NaN, SETTINGS)).isEqualTo(Verdict.SAME);
    }

    @Test
    void requiresTwoForksPerSide() {
        SpeedTest test = rates(STEADY, new double[] {120});

        assertThat(test.p()).isNaN();
        assertThat(test.interval()).isEmpty();
        assertThat(test.verdict(0, SETTINGS)).isEqualTo(Verdict.UNDECIDED);
        assertThat(test.smallestChange(SETTINGS)).isNaN();
        assertThat(test.obstacle(SETTINGS))
                .isEqualTo("a single fork does not show how JVMs differ; at least 5 per side are needed to call a"
                        + " case changed");
    }

    @Test
    void detectsSmallerChangesWithLessSpread() {
        double steady = rates(STEADY, STEADY).smallestChange(SETTINGS);
        double noisy = rates(NOISY, NOISY).smallestChange(SETTINGS);

        assertThat(steady).isGreaterThan(SETTINGS.tolerance()).isLessThan(0.03);
        assertThat(noisy).isGreaterThan(5 * steady);
        assertThat(rates(STEADY, STEADY).smallestChange(SETTINGS.among(100)))
                .as("five forks show nothing of one case among a hundred")
                .isNaN();
    }

    @Test
    void reportsObstaclesOtherThanWideInterval() {
        double[] faster = times(1.05, STEADY);

        assertThat(rates(NOISY, NOISY).obstacle(SETTINGS)).isEmpty();
        assertThat(rates(STEADY, faster).obstacle(SETTINGS))
                .isEqualTo("outside the tolerance, but not significant for one case");
        assertThat(rates(STEADY, faster).obstacle(SETTINGS.among(100)))
                .isEqualTo("outside the tolerance, but too few forks");
        assertThat(rates(new double[] {0, 0}, new double[] {1, 2}).obstacle(SETTINGS))
                .isEqualTo("a fork has a score of zero or below, so there is no ratio");
    }

    @Test
    void estimatesNoUnreasonableNumberFromTooFewForks() {
        double[] two = Arrays.copyOf(NOISY, 2);

        assertThat(rates(two, two).moreForks(SETTINGS)).isEmpty();
        assertThat(rates(two, two).obstacle(SETTINGS)).isEqualTo("too few forks to estimate how many would decide");
    }

    @Test
    void suggestsAtLeastOneMoreForkForNoisyForks() {
        assertThat(rates(NOISY, NOISY).moreForks(SETTINGS).orElseThrow()).isGreaterThan(20);
        assertThat(rates(STEADY, STEADY).moreForks(SETTINGS)).hasValue(1);
    }
}
