// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.result.CaseId;
import io.microbench.stats.AnytimeRatio;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class SuspectedChangeTest {

    private static final CaseId ID = new CaseId("a.B", "c", new TreeMap<>(), 1, Optional.empty());
    private static final double BAND = 0.01;
    private static final int MOST_PAIRS = 40;
    private static final SuspectedChange HALF = new SuspectedChange(ID.text(), 0.5);

    private static final double[] BASE = {100, 102, 99, 101};

    private static Optional<RuledOut> ruledOut(SuspectedChange change, double ratio, double... noise) {
        double[] candidate = new double[noise.length];
        for (int i = 0; i < noise.length; i++) {
            candidate[i] = BASE[i] * ratio * (1 + noise[i]);
        }
        return change.ruledOut(AnytimeRatio.of(Arrays.copyOf(BASE, noise.length), candidate), BAND);
    }

    @Test
    void excludesLargeChangeWithThreePairsOfQuietForks() {
        assertThat(ruledOut(HALF, 1, 0.01, -0.01)).as("two pairs").isEmpty();
        assertThat(ruledOut(HALF, 1, 0.01, -0.01, 0)).hasValueSatisfying(out -> {
            assertThat(out.suspected()).isEqualTo(0.5);
            assertThat(out.low()).isBetween(0.71, 1.0);
            assertThat(out.high()).isBetween(1.0, 1.4);
            assertThat(out.confidence()).isEqualTo(0.95);
        });
    }

    @ParameterizedTest(name = "of a suspected ratio of {0}, {1} is ruled out: {2}")
    @CsvSource({
        "0.5, 1, true",
        "0.5, 0.72, false", // the interval includes values below the root of 0.5, which is 0.707
        "0.5, 0.5, false",
        "0.5, 1.3, true",
        "0.9, 1, true",
        "0.9, 0.94, false",
        "0.99, 1, true", // half of it is within the band, so the end of the band applies
        "0.999, 1, true",
        "0, 1, false",
        "1, 1, false",
        "NaN, 1, false",
    })
    void rulesOutSuspicionIfLessThanHalfRemainsPossible(double suspected, double ratio, boolean out) {
        assertThat(ruledOut(new SuspectedChange("a", suspected), ratio, 0.001, -0.001, 0, 0.0005)
                        .isPresent())
                .isEqualTo(out);
    }

    @Test
    void keepsSuspicionForDifferentChange() {
        assertThat(ruledOut(HALF, 0.95, 0.001, -0.001, 0)).isEmpty();
    }

    @Test
    void namesBothSidesInText() {
        assertThat(new RuledOut(0.5, 0.89, 1.16, 0.95).text())
                .isEqualTo("ruled out: history says -50.0%, fresh forks -11.0% to +16.0%");
    }

    @Test
    void settlesCaseWithoutSuggestingMoreForks() {
        double[] baseline = {100, 102, 99};
        double[] candidate = {101, 100.98, 99};
        CaseVerdict alone = new AnytimeJudge(0.01, 1, BAND, List.of())
                .judge(ID, "ns/op", false, baseline, candidate, LogRatios.of(baseline, candidate));
        CaseVerdict suspected = new AnytimeJudge(0.01, 1, BAND, List.of(HALF))
                .judge(ID, "ns/op", false, baseline, candidate, LogRatios.of(baseline, candidate));

        assertThat(alone.settled()).isFalse();
        assertThat(alone.note()).isEqualTo(CaseVerdict.NO_ESTIMATE);
        assertThat(suspected.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(suspected.settled()).isTrue();
        assertThat(suspected.moreForks()).isEmpty();
        assertThat(suspected.note()).isEmpty();
        assertThat(suspected.remarks()).startsWith("ruled out: history says -50.0%, fresh forks -");
        assertThat(suspected.regressed()).isFalse();
        CaseVerdict other = new AnytimeJudge(0.01, 2, BAND, List.of(new SuspectedChange("a.B.d:threads=1", 0.5)))
                .judge(ID, "ns/op", false, baseline, candidate, LogRatios.of(baseline, candidate));
        assertThat(other.ruledOut()).as("the suspicion is about another case").isEmpty();
    }

    @Test
    void reportsRegressionThatIsSmallerThanSuspected() {
        double[] candidate = {110, 112.3, 108.8, 111.2, 109.9, 110.1, 110.2};
        CaseVerdict verdict = new AnytimeJudge(0.01, 1, BAND, List.of(HALF))
                .judge(
                        ID,
                        "ns/op",
                        false,
                        new double[] {100, 102, 99, 101, 100, 100.1, 100.3},
                        candidate,
                        LogRatios.of(new double[] {100, 102, 99, 101, 100, 100.1, 100.3}, candidate));

        assertThat(verdict.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(verdict.ruledOut()).isEmpty();
    }

    /** Draws the logarithms of the ratios of one suspect's pairs. */
    private interface Spread extends Function<SplittableRandom, Double> {}

    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    /** Forks that differ by 5 %. */
    private static final Spread NORMAL = random -> 0.05 * normal(random);

    /** One pair in five is disturbed by other load on the machine, by up to a factor of e. */
    private static final Spread DISTURBED =
            random -> 0.02 * normal(random) + (random.nextInt(5) == 0 ? 2 * random.nextDouble() - 1 : 0);

    /** Every fork has one of two modes, 20 % apart. */
    private static final Spread TWO_KINDS = random -> 0.01 * normal(random) + 0.2 * kind(random) - 0.2 * kind(random);

    private static int kind(SplittableRandom random) {
        return random.nextInt(2);
    }

    /** Returns the number of pairs after which a suspect is ruled out; 0 if it never is. */
    private static int pairs(SuspectedChange change, double truth, Spread spread, SplittableRandom random) {
        double[] candidate = new double[MOST_PAIRS];
        double[] baseline = new double[MOST_PAIRS];
        Arrays.fill(baseline, 1);
        for (int n = 1; n <= MOST_PAIRS; n++) {
            candidate[n - 1] = truth * Math.exp(spread.apply(random));
            if (n >= 3
                    && change.ruledOut(AnytimeRatio.of(Arrays.copyOf(baseline, n), Arrays.copyOf(candidate, n)), BAND)
                            .isPresent()) {
                return n;
            }
        }
        return 0;
    }

    private static double share(double suspected, double truth, Spread spread) {
        SplittableRandom random = new SplittableRandom(11);
        int nights = 1_000;
        int out = 0;
        for (int i = 0; i < nights; i++) {
            out += pairs(new SuspectedChange("a", suspected), truth, spread, random) > 0 ? 1 : 0;
        }
        return (double) out / nights;
    }

    @Test
    void rarelyRulesOutChangeAsLargeAsSuspected() {
        for (Spread spread : List.of(NORMAL, DISTURBED, TWO_KINDS)) {
            for (double suspected : new double[] {0.5, 0.8, 0.95}) {
                assertThat(share(suspected, suspected, spread))
                        .as("suspected %s", suspected)
                        .isLessThan(0.05);
            }
        }
    }

    @Test
    void rarelyRulesOutChangeHalfAsLarge() {
        for (double suspected : new double[] {0.5, 0.8, 0.95}) {
            assertThat(share(suspected, Math.sqrt(suspected), NORMAL))
                    .as("suspected %s", suspected)
                    .isLessThan(0.05);
        }
    }

    @Test
    void rulesOutLargeChangeWithFewPairsIfNothingChanged() {
        SplittableRandom random = new SplittableRandom(12);
        int[] pairs = new int[500];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = pairs(HALF, 1, NORMAL, random);
        }
        Arrays.sort(pairs);

        assertThat(pairs[0]).as("all are ruled out").isGreaterThanOrEqualTo(3);
        assertThat(pairs[pairs.length / 2]).isLessThanOrEqualTo(4);
        assertThat(pairs[pairs.length * 95 / 100]).isLessThanOrEqualTo(6);
    }
}
