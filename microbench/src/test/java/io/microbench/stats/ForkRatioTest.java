// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkRatioTest {

    static final double[] BASELINE = {101.2, 99.8, 100.5, 102.3, 98.7};
    static final double[] CANDIDATE = {103.9, 105.1, 102.8, 104.4, 106.0, 103.1};

    private final ForkRatio ratio = ForkRatio.of(BASELINE, CANDIDATE);

    @Test
    void agreesWithWelchIntervalOfSciPyOnLogarithms() {
        // r = scipy.stats.ttest_ind(np.log(CANDIDATE), np.log(BASELINE), equal_var=False)
        // np.exp(list(r.confidence_interval(.99))), r.df
        assertThat(ratio.scale()).isEqualTo(Scale.LOG);
        assertThat(ratio.baselineForks()).isEqualTo(5);
        assertThat(ratio.candidateForks()).isEqualTo(6);
        assertThat(ratio.ratio()).isCloseTo(1.0369999947507085, within(1e-12));
        assertThat(ratio.degreesOfFreedom()).isCloseTo(7.985911581876337, within(1e-9));
        Interval interval = ratio.interval(0.99).orElseThrow();
        assertThat(interval.low()).isCloseTo(1.0105060093256744, within(1e-8));
        assertThat(interval.high()).isCloseTo(1.0641886136140637, within(1e-8));
    }

    /** scipy.stats.ttest_ind(np.log(CANDIDATE), np.log(BASELINE), equal_var=False). */
    @Test
    void agreesWithWelchTestOfSciPy() {
        assertThat(ratio.pValue().getAsDouble()).isCloseTo(0.0015234967001166726, within(1e-9));
    }

    @Test
    void invertsRatioIfSidesAreSwapped() {
        ForkRatio turned = ForkRatio.of(CANDIDATE, BASELINE);

        assertThat(turned.ratio()).isCloseTo(1 / ratio.ratio(), within(1e-14));
        assertThat(turned.interval(0.99).orElseThrow().low())
                .isCloseTo(1 / ratio.interval(0.99).orElseThrow().high(), within(1e-12));
        assertThat(turned.pValue().getAsDouble()).isCloseTo(ratio.pValue().getAsDouble(), within(1e-15));
    }

    @Test
    void isIndependentOfUnit() {
        ForkRatio scaled = ForkRatio.of(scale(BASELINE, 1e-6), scale(CANDIDATE, 1e-6));

        assertThat(scaled.ratio()).isCloseTo(ratio.ratio(), within(1e-12));
        assertThat(scaled.pValue().getAsDouble()).isCloseTo(ratio.pValue().getAsDouble(), within(1e-9));
    }

    @Test
    void computesDetectableChangeFromSpread() {
        // brentq of the power of Welch's t at 1 %, nct tails by quad over chi.pdf, - 0.9; np.expm1(x * se)
        assertThat(ratio.detectableChange(0.01, 0.9).getAsDouble()).isCloseTo(0.03870742744508672, within(1e-7));
        assertThat(ForkRatio.of(BASELINE, scale(CANDIDATE, 3))
                        .detectableChange(0.01, 0.9)
                        .getAsDouble())
                .isCloseTo(0.03870742744508672, within(1e-7));
    }

    @Test
    void estimatesForksToDecide() {
        ForkRatio close = ForkRatio.of(new double[] {100, 102, 98}, new double[] {101, 103, 99});
        assertThat(close.interval(0.99).orElseThrow().contains(1)).isTrue();

        int forks = close.forksToDecide(0, 0.99).getAsInt();
        assertThat(forks).isGreaterThan(3);
        assertThat(decided(close, forks, 0)).isTrue();
        assertThat(decided(close, forks - 1, 0)).isFalse();

        assertThat(close.forksToDecide(0.05, 0.99).getAsInt())
                .as("well inside a wide band")
                .isLessThan(forks);
        assertThat(close.forksToDecide(close.ratio() - 1, 0.99))
                .as("on the edge")
                .isEmpty();
        assertThat(ratio.forksToDecide(0, 0.99).getAsInt())
                .as("already decided")
                .isLessThanOrEqualTo(5);
    }

    private static boolean decided(ForkRatio ratio, int forks, double band) {
        double perFork = ratio.standardError() * Math.sqrt(3);
        return StudentT.central(2 * forks - 2, 0.99) * perFork / Math.sqrt(forks)
                < Math.abs(Math.log(ratio.ratio()) - Math.log1p(band));
    }

    @ParameterizedTest
    @CsvSource({"1, 5", "5, 1", "1, 1"})
    void returnsOnlyRatioForSideWithOneFork(int baselineForks, int candidateForks) {
        Simulation simulation = new Simulation(60, 0.01, 0);
        ForkRatio single = ForkRatio.of(simulation.values(baselineForks, 100), simulation.values(candidateForks, 110));

        assertThat(single.ratio()).isCloseTo(1.1, within(0.05));
        assertThat(single.interval(0.99)).isEmpty();
        assertThat(single.pValue()).isEmpty();
        assertThat(single.detectableChange(0.01, 0.9)).isEmpty();
        assertThat(single.forksToDecide(0.01, 0.99)).isEmpty();
    }

    @Test
    void reportsIdenticalConstantSidesAsSame() {
        ForkRatio same = ForkRatio.of(new double[] {0.1, 0.1, 0.1}, new double[] {0.1, 0.1, 0.1, 0.1, 0.1, 0.1});

        assertThat(same.ratio()).isEqualTo(1);
        assertThat(same.interval(0.99)).contains(new Interval(1, 1, 0.99));
        assertThat(same.pValue()).hasValue(1);
        assertThat(same.detectableChange(0.01, 0.9)).hasValue(0);
        assertThat(same.forksToDecide(0.01, 0.99)).hasValue(2);
    }

    @Test
    void reportsDifferentExactSidesAsDifferent() {
        ForkRatio more = ForkRatio.of(new double[] {16, 16}, new double[] {24, 24});

        assertThat(more.interval(0.99).orElseThrow().low()).isCloseTo(1.5, within(1e-15));
        assertThat(more.pValue()).hasValue(0);
    }

    @Test
    void acceptsOneSideWithoutVariance() {
        ForkRatio half = ForkRatio.of(new double[] {100, 100, 100}, CANDIDATE);

        assertThat(half.interval(0.99)).isPresent();
        assertThat(half.degreesOfFreedom()).isCloseTo(5, within(1e-12));
        assertThat(half.pValue().getAsDouble()).isBetween(0.0, 1.0);
    }

    @Test
    void usesFiellerIntervalOfMeansWithZeros() {
        // b = [1, 2, 0, 3, 2.5, 1.5], c = [2, 3, 2.5, 0, 4]; t = t.ppf(.95, Welch df)
        // np.roots([mean(b)^2 - t^2 vb, -2 mean(b) mean(c), mean(c)^2 - t^2 vc]) with v = var(ddof=1) / n
        ForkRatio raw = ForkRatio.of(new double[] {1, 2, 0, 3, 2.5, 1.5}, new double[] {2, 3, 2.5, 0, 4});

        assertThat(raw.scale()).isEqualTo(Scale.ARITHMETIC);
        assertThat(raw.ratio()).isCloseTo(1.38, within(1e-15));
        Interval interval = raw.interval(0.9).orElseThrow();
        assertThat(interval.low()).isCloseTo(0.5758502333814471, within(1e-7));
        assertThat(interval.high()).isCloseTo(3.1004499145402775, within(1e-7));
        // scipy.stats.ttest_ind(c, b, equal_var=False).pvalue
        assertThat(raw.pValue().getAsDouble()).isCloseTo(0.45197642881296396, within(1e-9));
        assertThat(raw.interval(0.999)).as("the baseline could be zero").isEmpty();
        assertThat(raw.forksToDecide(0.1, 0.9)).isEmpty();
        assertThat(raw.detectableChange(0.01, 0.9).getAsDouble()).isGreaterThan(1);
    }

    @Test
    void returnsInfiniteRatioOverZeroWithoutInterval() {
        ForkRatio fromNothing = ForkRatio.of(new double[] {0, 0, 0}, new double[] {16, 16, 16});

        assertThat(fromNothing.ratio()).isInfinite();
        assertThat(fromNothing.interval(0.99)).isEmpty();
        assertThat(fromNothing.pValue()).hasValue(0);
        assertThat(fromNothing.detectableChange(0.01, 0.9)).isEmpty();
        assertThat(ForkRatio.of(new double[] {0, 0}, new double[] {0, 0}).ratio())
                .isEqualTo(1);
        assertThat(ForkRatio.of(new double[] {5, 5}, new double[] {0, 0}).ratio())
                .isZero();
        assertThat(ForkRatio.of(new double[] {0, 0, 0}, new double[] {16, 17, 16})
                        .interval(0.99))
                .isEmpty();
    }

    @Test
    void rejectsInvalidSides() {
        assertThatThrownBy(() -> ForkRatio.of(new double[0], CANDIDATE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Baseline forks: 0 values given, at least 1 needed");
        assertThatThrownBy(() -> ForkRatio.of(BASELINE, new double[] {1, Double.NaN}))
                .hasMessageStartingWith("Candidate forks: value 1 is NaN");
    }

    private static double[] scale(double[] values, double factor) {
        double[] scaled = values.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        return scaled;
    }
}
