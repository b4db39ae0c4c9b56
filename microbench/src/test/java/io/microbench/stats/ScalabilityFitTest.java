// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Meaningless;
import io.microbench.stats.ScalabilityFit.Peak;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalabilityFitTest {

    private static final double[] DOUBLING = {1, 2, 4, 8, 16, 32, 64};

    private static double[] law(double[] workers, double lambda, double sigma, double kappa) {
        return Arrays.stream(workers)
                .map(n -> lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)))
                .toArray();
    }

    private static double[] noisy(double[] rates, double share, Random random) {
        return Arrays.stream(rates)
                .map(rate -> rate * (1 + share * random.nextGaussian()))
                .toArray();
    }

    private static Fitted fitted(double[] workers, double[] rates) {
        ScalabilityFit fit = ScalabilityFit.of(workers, rates);
        assertThat(fit).isInstanceOf(Fitted.class);
        return (Fitted) fit;
    }

    private static String meaningless(double[] workers, double... rates) {
        ScalabilityFit fit = ScalabilityFit.of(workers, rates);
        assertThat(fit).isInstanceOf(Meaningless.class);
        return ((Meaningless) fit).reason();
    }

    /**
     * SPEC SDM91 on a SPARCcenter 2000, as the R package usl 3.0 (Gunther, Moeding) fits it: 89.9952330, 0.0277285, 0.0001044, and a
     * peak of 1884 at a load of 96.52.
     */
    @Test
    void agreesWithPublishedFitOfSpecSdm() {
        Fitted fit = fitted(
                new double[] {1, 18, 36, 72, 108, 144, 216},
                new double[] {64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2});

        assertThat(fit.lambda()).isCloseTo(89.9952, within(0.001));
        assertThat(fit.sigma()).isCloseTo(0.0277285, within(1e-6));
        assertThat(fit.kappa()).isCloseTo(0.0001044, within(5e-8));
        Peak peak = fit.peak().orElseThrow();
        assertThat(peak.workers()).isCloseTo(96.52, within(0.005));
        assertThat(peak.rate()).isCloseTo(1884, within(0.5));
        assertThat(peak.extrapolated()).isFalse();
        assertThat(peak.interval().orElseThrow().contains(96.52)).isTrue();
        // Its residual standard error is 82.8 with 4 degrees of freedom; the mean rate is 1410.3.
        assertThat(fit.relativeError()).isCloseTo(82.8 * Math.sqrt(4 / 7.0) / 1410.3, within(0.0005));
        assertThat(fit.limit()).isEmpty();
    }

    /** The ray tracer of the same package: 21.848843 and 0.057771, without coherence. */
    @Test
    void findsLimitButNoPeakForContentionAlone() {
        Fitted fit = fitted(
                new double[] {1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64},
                new double[] {20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310});

        assertThat(fit.lambda()).isCloseTo(21.848843, within(0.0001));
        assertThat(fit.sigma()).isCloseTo(0.057771, within(1e-6));
        assertThat(fit.kappa()).isZero();
        assertThat(fit.peak()).isEmpty();
        assertThat(fit.limit().orElseThrow()).isCloseTo(378.2, within(0.1));
    }

    @ParameterizedTest
    @CsvSource({
        "1e6,  0.02, 0.0004",
        "1e-3, 0.05, 0.001",
        "500,  0,    0.002",
        "2e9,  0.3,  0.00005",
        "7,    0.9,  0.01"
    })
    void recoversLawFromExactRates(double lambda, double sigma, double kappa) {
        Fitted fit = fitted(DOUBLING, law(DOUBLING, lambda, sigma, kappa));

        assertThat(fit.lambda()).isCloseTo(lambda, Percentage.withPercentage(0.001));
        assertThat(fit.sigma()).isCloseTo(sigma, within(1e-6));
        assertThat(fit.kappa()).isCloseTo(kappa, Percentage.withPercentage(0.01));
        assertThat(fit.determination()).isCloseTo(1, within(1e-9));
        assertThat(fit.relativeError()).isLessThan(1e-6);
        assertThat(fit.peak().orElseThrow().workers())
                .isCloseTo(Math.sqrt((1 - sigma) / kappa), Percentage.withPercentage(0.01));
    }

    /** In 500 curves with 3 % noise the 95 % interval contains the peak about as often as expected. */
    @Test
    void recoversLawFromNoisyRatesWithErrors() {
        Random random = new Random(7);
        int held = 0;
        int curves = 500;
        double peak = Math.sqrt((1 - 0.02) / 0.0008);
        for (int i = 0; i < curves; i++) {
            Fitted fit = fitted(DOUBLING, noisy(law(DOUBLING, 1000, 0.02, 0.0008), 0.03, random));
            held += fit.peak()
                            .flatMap(Peak::interval)
                            .filter(interval -> interval.contains(peak))
                            .isPresent()
                    ? 1
                    : 0;
            assertThat(fit.peak().orElseThrow().workers()).isCloseTo(peak, Percentage.withPercentage(40));
            assertThat(fit.determination()).isGreaterThan(0.9);
        }
        assertThat(held / (double) curves).isBetween(0.88, 0.999);
    }

    @Test
    void findsNeitherPeakNorLimitForStraightLine() {
        Fitted fit = fitted(DOUBLING, law(DOUBLING, 1000, 0, 0));

        assertThat(fit.sigma()).isZero();
        assertThat(fit.kappa()).isZero();
        assertThat(fit.peak()).isEmpty();
        assertThat(fit.limit()).isEmpty();
        assertThat(fit.rate(100)).isCloseTo(100_000, within(1e-6));
    }

    @Test
    void extrapolatesPeakBeyondLastRung() {
        double[] workers = {1, 2, 4, 8};

        Peak peak = fitted(workers, law(workers, 1000, 0.02, 0.0008)).peak().orElseThrow();

        assertThat(peak.extrapolated()).isTrue();
        assertThat(peak.workers()).isCloseTo(35, within(0.1));
    }

    @Test
    void ignoresPeakFarBeyondLastRung() {
        double[] workers = {1, 2, 3, 4};

        assertThat(fitted(workers, law(workers, 1000, 0.001, 1e-7)).peak()).isEmpty();
    }

    @Test
    void findsPeakAtOneWorkerForFallingRates() {
        double[] workers = {1, 2, 4, 8, 16};

        for (double kappa : new double[] {0, 0.01, 0.5}) {
            Peak peak = fitted(workers, law(workers, 1000, 1.5, kappa)).peak().orElseThrow();

            assertThat(peak.workers()).isEqualTo(1);
            assertThat(peak.rate()).isCloseTo(1000, within(1e-3));
            assertThat(peak.extrapolated()).isFalse();
            assertThat(peak.interval()).isEmpty();
        }
    }

    @Test
    void fitsFullContentionToFlatCurve() {
        Fitted fit = fitted(new double[] {1, 2, 4, 8}, new double[] {100, 100, 100, 100});

        assertThat(fit.sigma()).isCloseTo(1, within(1e-6));
        assertThat(fit.determination()).isEqualTo(1);
        assertThat(fit.rate(32)).isCloseTo(100, within(0.01));
    }

    @Test
    void rejectsTooFewRungs() {
        assertThat(meaningless(new double[] {1, 2, 4}, 10, 20, 30))
                .isEqualTo("3 rungs: the law has 3 parameters and needs at least 4");
        assertThat(meaningless(new double[] {1}, 10)).startsWith("1 rung: ");
    }

    @Test
    void rejectsRatesThatLawCannotFit() {
        assertThat(meaningless(new double[] {1, 2, 3, 4, 5}, 270_666, 23_949, 11_159, 80_951, 92_569))
                .matches(
                        "the curve that fits best misses the rates by \\d+% of their mean \\(root mean square; expected at most 10%\\)");
        assertThat(meaningless(DOUBLING, 1, 100, 1, 100, 1, 100, 1)).contains("misses the rates by");
    }

    @Test
    void rejectsInvalidRates() {
        assertThat(meaningless(new double[] {1, 2, 3, 4}, 1, 2, 0, 4)).isEqualTo("a rate is 0 or not finite");
        assertThat(meaningless(new double[] {1, 2, 3, 4}, 1, 2, Double.NaN, 4)).isEqualTo("a rate is 0 or not finite");
    }

    /** For any rates, all numbers of a fit are finite or infinite, and its parameters are in bounds. */
    @Test
    void neverReturnsNaN() {
        Random random = new Random(3);
        int fits = 0;
        for (int i = 0; i < 3_000; i++) {
            int rungs = 4 + random.nextInt(10);
            double[] workers = IntStream.range(0, rungs)
                    .mapToDouble(rung -> 1 + rung * (1 + random.nextInt(20)))
                    .distinct()
                    .toArray();
            double unit = Math.pow(10, random.nextInt(20) - 8);
            double[] exact = law(workers, unit, 2 * random.nextDouble(), Math.pow(10, -1 - 8 * random.nextDouble()));
            double[] rates = noisy(exact, random.nextInt(4) * 0.05, random);
            ScalabilityFit fit = ScalabilityFit.of(workers, rates);
            if (fit instanceof Fitted law) {
                fits++;
                assertThat(law.lambda()).isPositive().isFinite();
                assertThat(law.sigma()).isNotNegative().isFinite();
                assertThat(law.kappa()).isNotNegative().isFinite();
                assertThat(law.determination()).isFinite().isLessThanOrEqualTo(1);
                assertThat(law.relativeError()).isBetween(0.0, ScalabilityFit.MOST_ERROR);
                law.limit().ifPresent(limit -> assertThat(limit).isPositive().isFinite());
                law.peak().ifPresent(peak -> {
                    assertThat(peak.workers()).isGreaterThanOrEqualTo(1).isFinite();
                    assertThat(peak.rate()).isPositive().isFinite();
                    peak.interval().ifPresent(interval -> {
                        assertThat(interval.contains(peak.workers())).isTrue();
                        assertThat(interval.high()).isFinite();
                    });
                });
            }
        }
        assertThat(fits).isGreaterThan(1_500);
    }
}
