// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.CaseId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class AnytimeJudgeTest {

    private static final CaseId ID =
            new CaseId("com.acme.CodecBenchmark", "encode", new TreeMap<>(), 1, Optional.empty());
    private static final double[] BASE = {100, 101, 99.5, 100.4, 99.8, 100.9};
    private static final double[] MORE = {110.2, 111, 109.3, 110.6, 109.9, 110.8};
    private static final double[] ALIKE = {100.01, 101.02, 99.49, 100.41, 99.79, 100.92};

    private final AnytimeJudge judge = new AnytimeJudge(0.01, 1, 0.01, List.of());

    @Test
    void reportsMoreTimeAsSlower() {
        CaseVerdict verdict = judge.judge(ID, "ns/op", false, BASE, MORE, LogRatios.of(BASE, MORE));

        assertThat(verdict.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(verdict.ratio()).isBetween(0.90, 0.92);
        assertThat(verdict.high()).isLessThan(1 / 1.01);
        assertThat(verdict.p()).isLessThan(0.01);
        assertThat(verdict.baselineValue()).isBetween(99.0, 101.0);
        assertThat(verdict.candidateValue()).isBetween(109.0, 111.0);
        assertThat(verdict.moreForks()).isEmpty();
    }

    @Test
    void reportsMoreThroughputAsFaster() {
        CaseVerdict verdict = judge.judge(ID, "ops/ms", true, BASE, MORE, LogRatios.of(BASE, MORE));

        assertThat(verdict.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(verdict.ratio()).isBetween(1.09, 1.11);
        assertThat(verdict.low()).isGreaterThan(1.01);
    }

    @Test
    void judgesByRatiosOfPairsIfGiven() {
        double[] far = {250, 40, 199, 70, 330, 55};
        double[] ratios = {0.100, 0.101, 0.099, 0.1, 0.102, 0.098};

        CaseVerdict slower = judge.judge(ID, "ns/op", false, BASE, far, ratios);
        assertThat(slower.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(slower.ratio()).isCloseTo(Math.exp(-0.1), within(1e-3));
        assertThat(judge.judge(ID, "ops/ms", true, BASE, far, ratios).verdict()).isEqualTo(Verdict.FASTER);
        assertThat(judge.judge(ID, "ns/op", false, BASE, far, LogRatios.of(BASE, far))
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(judge.judge(ID, "ns/op", false, BASE, far, new double[] {Double.NaN, 0, 0, 0, 0, 0})
                        .note())
                .isEqualTo(CaseVerdict.NO_RATIO);
    }

    @Test
    void reportsEquivalenceInsideBand() {
        assertThat(judge.judge(ID, "ns/op", false, BASE, ALIKE, LogRatios.of(BASE, ALIKE))
                        .verdict())
                .isEqualTo(Verdict.SAME);
        assertThat(new AnytimeJudge(0.01, 1, 0.00001, List.of())
                        .judge(ID, "ns/op", false, BASE, ALIKE, LogRatios.of(BASE, ALIKE))
                        .verdict())
                .isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void claimsNoChangeInsideBand() {
        double[] slightly = BASE.clone();
        for (int i = 0; i < slightly.length; i++) {
            slightly[i] *= 1.005 + i * 1e-5;
        }
        CaseVerdict verdict = judge.judge(ID, "ns/op", false, BASE, slightly, LogRatios.of(BASE, slightly));

        assertThat(verdict.p()).isLessThan(0.001);
        assertThat(verdict.verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void isStricterForManyCases() {
        CaseVerdict alone = judge.judge(ID, "ns/op", false, BASE, MORE, LogRatios.of(BASE, MORE));
        CaseVerdict amongMany = new AnytimeJudge(0.01, 500, 0.01, List.of())
                .judge(ID, "ns/op", false, BASE, MORE, LogRatios.of(BASE, MORE));

        assertThat(amongMany.high() / amongMany.low()).isGreaterThan(alone.high() / alone.low());
    }

    @Test
    void requiresEnoughPairsToExcludeChance() {
        AnytimeJudge amongMany = new AnytimeJudge(0.01, 500, 0.01, List.of());
        double[] nine = {100, 100.01, 99.99, 100.02, 99.98, 100.03, 99.97, 100.01, 99.99};
        CaseVerdict verdict =
                amongMany.judge(ID, "ns/op", false, nine, times(1.4, nine), LogRatios.of(nine, times(1.4, nine)));

        assertThat(verdict.high()).isLessThan(1 / 1.01);
        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.moreForks()).hasValue(1);
        assertThat(verdict.note())
                .isEqualTo(
                        "outside the band, but 9 forks per side are too few; to exclude chance for one case among 500"
                                + ", at least 10 per side are needed");

        double[] ten = Arrays.copyOf(nine, 10);
        ten[9] = 100;
        assertThat(amongMany
                        .judge(ID, "ns/op", false, ten, times(1.4, ten), LogRatios.of(ten, times(1.4, ten)))
                        .verdict())
                .isEqualTo(Verdict.SLOWER);
    }

    @Test
    void advisesMoreForksForLargeUndecidedChange() {
        double[] four = {100, 100.01, 99.99, 100.02};
        CaseVerdict verdict = judge.judge(ID, "ns/op", false, four, times(2, four), LogRatios.of(four, times(2, four)));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.hasLargeLoss()).isTrue();
        assertThat(verdict.rerunForks()).hasValue(6);
        assertThat(verdict.remarks()).isEqualTo("large change, too few forks");
        assertThat(verdict.summary()).endsWith("; large change, too few forks; run again with 6 forks per side");
    }

    @Test
    void estimatesNoUnreasonableNumberFromTooFewPairs() {
        double[] baseline = {100, 120};
        double[] candidate = {112, 105};
        CaseVerdict verdict = judge.judge(ID, "ns/op", false, baseline, candidate, LogRatios.of(baseline, candidate));

        assertThat(verdict.high()).isInfinite();
        assertThat(verdict.remarks()).isEqualTo("too few forks to estimate how many would decide");
        assertThat(verdict.mayBeDecided()).isTrue();
    }

    /**
     * Bimodal forks in every case: seven pairs agree by chance with a probability of 2 in 4^7; also tests the interval
     * of normal values.
     */
    @Test
    void raisesNoFalseAlarmForBimodalForks() {
        AnytimeJudge amongMany = new AnytimeJudge(0.01, 500, 0.01, List.of());
        SplittableRandom random = new SplittableRandom(3);
        int alarms = 0;
        for (int i = 0; i < 10_000; i++) {
            double[] baseline = ofTwoKinds(random);
            double[] candidate = ofTwoKinds(random);
            for (int pairs = 3; pairs <= baseline.length; pairs++) {
                Verdict verdict = amongMany
                        .judge(
                                ID,
                                "ns/op",
                                false,
                                Arrays.copyOf(baseline, pairs),
                                Arrays.copyOf(candidate, pairs),
                                LogRatios.of(Arrays.copyOf(baseline, pairs), Arrays.copyOf(candidate, pairs)))
                        .verdict();
                if (verdict == Verdict.SLOWER || verdict == Verdict.FASTER) {
                    alarms++;
                    break;
                }
            }
        }

        // At this level, 0.2 false alarms are expected in 10,000 cases.
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    private static double[] ofTwoKinds(SplittableRandom random) {
        double[] forks = new double[12];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = (random.nextBoolean() ? 100 : 110) + 0.1 * random.nextDouble();
        }
        return forks;
    }

    @Test
    void reportsUndecidedWithNumberOfForksNeeded() {
        CaseVerdict verdict = judge.judge(
                ID,
                "ns/op",
                false,
                new double[] {100, 101, 99},
                new double[] {105, 104.9, 104},
                LogRatios.of(new double[] {100, 101, 99}, new double[] {105, 104.9, 104}));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.low()).isZero();
        assertThat(verdict.high()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(verdict.moreForks().orElseThrow()).isBetween(1, 10);
    }

    @Test
    void doesNotJudgeScoresWithoutRatio() {
        CaseVerdict verdict = judge.judge(
                ID,
                "ns/op",
                false,
                new double[] {0, 1, 1},
                new double[] {1, 1, 1},
                LogRatios.of(new double[] {0, 1, 1}, new double[] {1, 1, 1}));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.ratio()).isNaN();
        assertThat(verdict.note()).contains("not above 0");
        assertThat(judge.judge(
                                ID,
                                "ns/op",
                                false,
                                new double[] {Double.NaN},
                                new double[] {1},
                                LogRatios.of(new double[] {Double.NaN}, new double[] {1}))
                        .note())
                .contains("not above 0");
        assertThat(judge.judge(
                                ID,
                                "ns/op",
                                false,
                                new double[0],
                                new double[0],
                                LogRatios.of(new double[0], new double[0]))
                        .note())
                .isEqualTo("no pair of forks has finite scores");
    }
}
