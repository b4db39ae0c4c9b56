// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.NOISY;
import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.id;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkRatio;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class JudgeTest {

    private static final ScoreUnit RATE = ScoreUnit.of(Mode.THROUGHPUT, "ops/ms");
    private static final ScoreUnit TIME = ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op");
    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;

    private static CaseVerdict judge(ScoreUnit unit, double[] baseline, double[] candidate) {
        return LoneCase.judge(id("m"), unit, baseline, candidate, SETTINGS);
    }

    @Test
    void reportsMoreOperationsAsFaster() {
        CaseVerdict verdict = judge(RATE, STEADY, times(1.05, STEADY));

        assertThat(verdict.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(verdict.ratio()).isEqualTo(1.05, within(1e-9));
        assertThat(verdict.baselineValue()).isEqualTo(100.04, within(0.01));
        assertThat(verdict.candidateValue()).isEqualTo(105.04, within(0.01));
        assertThat(verdict.unit()).isEqualTo("ops/ms");
        assertThat(verdict.higherIsBetter()).isTrue();
        assertThat(verdict.moreForks()).isEmpty();
        assertThat(verdict.note()).isEmpty();
    }

    @Test
    void reportsMoreTimeAsSlower() {
        CaseVerdict verdict = judge(TIME, STEADY, times(1.05, STEADY));

        assertThat(verdict.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(verdict.ratio()).isEqualTo(1 / 1.05, within(1e-9));
        assertThat(verdict.high()).isLessThan(1 / 1.01);
        assertThat(verdict.higherIsBetter()).isFalse();
    }

    @Test
    void swapsVerdictWithSides() {
        CaseVerdict there = judge(TIME, STEADY, times(1.05, STEADY));
        CaseVerdict back = judge(TIME, times(1.05, STEADY), STEADY);

        assertThat(back.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(back.low()).isEqualTo(1 / there.high(), within(1e-12));
        assertThat(back.high()).isEqualTo(1 / there.low(), within(1e-12));
        assertThat(back.p()).isEqualTo(there.p());
    }

    @Test
    void reportsEquivalenceForIntervalInsideBand() {
        CaseVerdict verdict = judge(RATE, STEADY, times(1.001, STEADY));

        assertThat(verdict.verdict()).isEqualTo(Verdict.SAME);
        assertThat(verdict.low()).isGreaterThan(1 / 1.01);
        assertThat(verdict.high()).isLessThan(1.01);
    }

    @Test
    void reportsEquivalenceForSignificantChangeWithinTolerance() {
        // Half a per cent, significant with a hundred forks: different, but irrelevant.
        double[] many = DoubleStream.iterate(0, i -> i + 1)
                .limit(100)
                .map(i -> 100 + (i % 5 - 2) * 0.1)
                .toArray();
        CaseVerdict verdict = judge(TIME, many, times(1.005, many));

        assertThat(verdict.p()).isLessThan(1e-9);
        assertThat(verdict.verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void acceptsTwoPercentSlowdownWithThreePercentTolerance() {
        double[] candidate = times(1.02, STEADY);
        assertThat(judge(TIME, STEADY, candidate).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(LoneCase.judge(id("m"), TIME, STEADY, candidate, SETTINGS.withTolerance(0.03))
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void reportsNumberOfForksNeededForWideInterval() {
        CaseVerdict verdict = judge(TIME, NOISY, times(1.05, NOISY));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.moreForks().orElseThrow()).isGreaterThan(10);
        assertThat(verdict.smallestChange()).isBetween(0.10, 0.25);
        assertThat(verdict.note()).isEmpty();
    }

    @Test
    void decidesWithSuggestedNumberOfForks() {
        CaseVerdict verdict = judge(TIME, NOISY, times(1.05, NOISY));
        int copies = (int) Math.ceil(verdict.moreForks().orElseThrow() / 5.0) + 1;
        double[] baseline = repeat(NOISY, copies);

        assertThat(judge(TIME, baseline, times(1.05, baseline)).verdict()).isEqualTo(Verdict.SLOWER);
    }

    private static double[] repeat(double[] values, int copies) {
        return DoubleStream.iterate(0, i -> i + 1)
                .limit((long) values.length * copies)
                .map(i -> values[(int) i % values.length])
                .toArray();
    }

    @Test
    void isUndecidedForOneFork() {
        CaseVerdict verdict = judge(TIME, new double[] {100}, times(1.25, STEADY));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.ratio()).isEqualTo(0.8, within(0.01));
        assertThat(verdict.low()).isNaN();
        assertThat(verdict.p()).isNaN();
        assertThat(verdict.baselineForks()).isOne();
        assertThat(verdict.candidateForks()).isEqualTo(5);
        assertThat(verdict.moreForks()).isEmpty();
        assertThat(verdict.note()).startsWith("a single fork does not show how JVMs differ");
    }

    @Test
    void isStricterWithMoreCases() {
        double[] baseline = repeat(NOISY, 3);
        double[] candidate = times(1.1, baseline);
        CaseVerdict alone = judge(TIME, baseline, candidate);
        CaseVerdict among = LoneCase.judge(id("m"), TIME, baseline, candidate, SETTINGS.among(10_000));

        assertThat(alone.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(among.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(among.note()).isEqualTo("outside the tolerance, but not significant for one case among 10000");
        assertThat(among.moreForks().orElseThrow()).isGreaterThan(0);
        assertThat(among.p()).as("more divisions drawn").isLessThanOrEqualTo(alone.p());
        assertThat(among.smallestChange()).isGreaterThan(alone.smallestChange());
    }

    @Test
    void isStricterThanWelchForOverlappingForks() {
        double[] baseline = {100, 100.1, 100.2, 100.3, 101};
        double[] candidate = {103, 103.1, 103.2, 103.3, 100.9};
        double welch = ForkRatio.of(candidate, baseline).pValue().orElseThrow();

        // Of 252 divisions only this one, the one that swaps 101 and 100.9, and their mirror images are as extreme.
        assertThat(judge(TIME, baseline, candidate).p())
                .isEqualTo(4.0 / 252, within(1e-12))
                .isGreaterThan(welch);
    }

    @Test
    void limitsPValueToFloorOfPermutationTest() {
        double[] candidate = times(1.05, STEADY);
        double welch = ForkRatio.of(candidate, STEADY).pValue().orElseThrow();

        assertThat(welch).isLessThan(1e-8);
        assertThat(judge(TIME, STEADY, candidate).p()).isEqualTo(2.0 / 252, within(1e-12));
    }

    @Test
    void reportsNumberOfForksNeededForOneCaseAmongMany() {
        CaseVerdict verdict = LoneCase.judge(id("m"), TIME, STEADY, times(1.4, STEADY), SETTINGS.among(500));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.note()).isEqualTo("outside the tolerance, but too few forks");
        assertThat(verdict.remarks()).isEqualTo("5 more forks per side would decide; " + verdict.note());
        assertThat(verdict.moreForks()).hasValue(5);
        assertThat(verdict.smallestChange()).isNaN();

        double[] ten = repeat(STEADY, 2);
        assertThat(LoneCase.judge(id("m"), TIME, ten, times(2, ten), SETTINGS.among(500))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
    }

    @Test
    void requiresThreefoldChangeWithFourForksButNotWithFive() {
        double[] four = {99.9, 100, 100.1, 100.2};

        assertThat(judge(TIME, four, times(1.4, four)).note()).isEqualTo("outside the tolerance, but too few forks");
        assertThat(judge(TIME, four, times(2.9, four)).note()).isEqualTo("large change, too few forks");
        assertThat(judge(TIME, four, times(3.1, four)).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(judge(TIME, four, four).verdict()).isEqualTo(Verdict.SAME);
        assertThat(judge(TIME, STEADY, times(1.4, STEADY)).verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void isStricterThanWelchForManyBimodalForks() {
        double[] baseline = {100, 100.01, 99.99, 100.02, 99.98, 100, 100.01, 99.99, 100.02, 99.98, 100.01, 99.99};
        double[] candidate = times(1.1, baseline);
        baseline[0] = 110;
        candidate[0] = 100;
        double welch = ForkRatio.of(candidate, baseline).pValue().orElseThrow();

        // 11 of one mode and 1 of the other against 1 and 11: some 290 of 2.7 million divisions are as extreme.
        assertThat(judge(TIME, baseline, candidate).p())
                .isGreaterThan(100 * welch)
                .isBetween(5e-5, 2e-4);
    }

    @Test
    void usesPermutationTestForForksWithoutSpread() {
        CaseVerdict same = judge(TIME, new double[] {7, 7, 7}, new double[] {7, 7, 7});
        assertThat(same.verdict()).isEqualTo(Verdict.SAME);
        assertThat(same.p()).isEqualTo(1);

        // A coarse clock returns 7 or 8; three forks per side agree by chance once in ten times.
        CaseVerdict coarse = judge(TIME, new double[] {7, 7, 7}, new double[] {8, 8, 8});
        assertThat(coarse.p()).isEqualTo(0.1, within(1e-12));
        assertThat(coarse.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void computesNoRatioOfZeroScore() {
        CaseVerdict verdict = judge(RATE, new double[] {0, 1, 0.1}, STEADY);

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.note()).isEqualTo("a fork has a score of zero or below, so there is no ratio");
    }

    @Test
    void rejectsNonFiniteValues() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> judge(RATE, STEADY, new double[] {1, Double.NaN}))
                .withMessageContaining("value 1 is NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> judge(RATE, new double[0], STEADY));
    }
}
