// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Compares two sets of fork values: candidate divided by baseline.
 *
 * <p>The ratio is the exponential of the difference of mean logarithms. Interval and p value are those of Welch's t
 * test on the logarithms, with the degrees of freedom of Welch, "The generalization of 'Student's' problem when several
 * different population variances are involved" (Biometrika 34, 1947), so the two sides may differ in spread and in
 * number of forks. Deciding by an interval of the ratio follows Kalibera and Jones, "Rigorous Benchmarking in
 * Reasonable Time" (ISMM 2013).
 *
 * <p>If a value of either side is zero or negative there are no logarithms: the ratio is that of the means, its
 * interval is Fieller's ("Some problems in interval estimation", J. R. Stat. Soc. B 16, 1954), and the p value is that
 * of the difference of means.
 *
 * <p>If all values of a side are equal, its spread cannot be estimated. If this is true of both sides, the interval is
 * the ratio alone, and the p value is 1 for equal sides and 0 for unequal sides. This is correct for exact numbers,
 * such as allocated bytes, but too certain for times from a coarse clock, for which {@link PermutationTest} is better.
 *
 * <p>Whether a ratio above 1 is an improvement depends on the unit.
 */
public final class ForkRatio {

    private final Scale scale;
    private final Moments baseline;
    private final Moments candidate;

    private ForkRatio(Scale scale, Moments baseline, Moments candidate) {
        this.scale = scale;
        this.baseline = baseline;
        this.candidate = candidate;
    }

    /** Compares one value per fork of each side, in the same unit; see {@link ForkEstimate#forkValue}. */
    public static ForkRatio of(double[] baseline, double[] candidate) {
        Require.finite(baseline, "Baseline forks");
        Require.finite(candidate, "Candidate forks");
        Scale scale = Scale.of(baseline, candidate);
        return new ForkRatio(scale, Moments.of(scale.apply(baseline)), Moments.of(scale.apply(candidate)));
    }

    /**
     * Returns candidate / baseline: 1.03 means the candidate's number is 3 % larger. Two zeros have the ratio 1; any
     * other number over zero is infinite.
     */
    public double ratio() {
        if (scale == Scale.LOG) {
            return Math.exp(difference());
        }
        return candidate.mean() == baseline.mean() ? 1 : candidate.mean() / baseline.mean() + 0.0;
    }

    public int baselineForks() {
        return baseline.count();
    }

    public int candidateForks() {
        return candidate.count();
    }

    /** Returns whether logarithms were compared or, because of a value of 0 or less, the values themselves. */
    Scale scale() {
        return scale;
    }

    /**
     * Returns the interval for the ratio; empty if a side has one fork, or if the baseline's mean cannot be distinguished from
     * zero (Fieller's interval is unbounded then).
     */
    public Optional<Interval> interval(double confidence) {
        if (!hasSpread()) {
            return Optional.empty();
        }
        if (isExact()) {
            return Double.isFinite(ratio())
                    ? Optional.of(new Interval(ratio(), ratio(), confidence))
                    : Optional.empty();
        }
        double t = StudentT.central(degreesOfFreedom(), confidence);
        if (scale == Scale.ARITHMETIC) {
            return fieller(t, confidence);
        }
        double reach = t * standardError();
        return Optional.of(new Interval(Math.exp(difference() - reach), Math.exp(difference() + reach), confidence));
    }

    /**
     * Returns the probability of a difference at least this large, in either direction, if both sides came from one population
     * (Welch's t test); empty if a side has one fork.
     */
    public OptionalDouble pValue() {
        if (!hasSpread()) {
            return OptionalDouble.empty();
        }
        if (isExact()) {
            return OptionalDouble.of(difference() == 0 ? 1 : 0);
        }
        return OptionalDouble.of(StudentT.beyond(degreesOfFreedom(), difference() / standardError()));
    }

    /**
     * Returns the smallest change that a two-sided test at {@code alpha} finds with these forks with probability {@code
     * power}, as a share of the baseline: 0.03 for 3 %.
     *
     * <p>It depends on the observed spread, not on the observed difference. Empty if a side has one fork, or if the
     * baseline's mean is zero.
     *
     * @param alpha significance level, such as 0.01
     */
    public OptionalDouble detectableChange(double alpha, double power) {
        if (!hasSpread() || (scale == Scale.ARITHMETIC && baseline.mean() == 0)) {
            return OptionalDouble.empty();
        }
        if (isExact()) {
            return OptionalDouble.of(0);
        }
        double shift = Power.detectableErrors(degreesOfFreedom(), alpha, power) * standardError();
        return OptionalDouble.of(scale == Scale.LOG ? Math.expm1(shift) : shift / Math.abs(baseline.mean()));
    }

    /**
     * Returns the total number of forks per side with which the interval would be entirely inside or entirely outside
     * the band from 1 / (1 + band) to 1 + band, if ratio and spreads do not change.
     *
     * <p>Empty if a side has one fork, on {@link Scale#ARITHMETIC}, or if more than {@link Power#MOST_FORKS} would be
     * needed because the ratio is on the edge of the band.
     *
     * @param band such as 0.01 for +-1 %; with 0, the interval only has to exclude 1
     */
    public OptionalInt forksToDecide(double band, double confidence) {
        if (!hasSpread() || scale == Scale.ARITHMETIC) {
            return OptionalInt.empty();
        }
        double margin = Math.abs(Math.abs(difference()) - Math.log1p(band));
        return Power.fewest(forks -> {
            Moments now = new Moments(forks, baseline.mean(), baseline.variance());
            Moments then = new Moments(forks, candidate.mean(), candidate.variance());
            ForkRatio ratio = new ForkRatio(scale, now, then);
            // Equivalent to "half the interval is less than the margin", without computing the quantile, which is slow.
            return margin > 0
                    && (ratio.isExact()
                            || StudentT.beyond(ratio.degreesOfFreedom(), margin / ratio.standardError())
                                    < 1 - confidence);
        });
    }

    /** Returns the degrees of freedom of Welch and Satterthwaite. */
    double degreesOfFreedom() {
        double b = baseline.squaredError();
        double c = candidate.squaredError();
        return (b + c) * (b + c) / (b * b / (baseline.count() - 1) + c * c / (candidate.count() - 1));
    }

    /** Returns the standard error of {@link #difference}. */
    double standardError() {
        return Math.sqrt(baseline.squaredError() + candidate.squaredError());
    }

    private double difference() {
        return candidate.mean() - baseline.mean();
    }

    private boolean hasSpread() {
        return baseline.hasVariance() && candidate.hasVariance();
    }

    private boolean isExact() {
        return baseline.variance() == 0 && candidate.variance() == 0;
    }

    private Optional<Interval> fieller(double t, double confidence) {
        double b = baseline.mean();
        double g = t * t * baseline.squaredError() / (b * b);
        if (!(g < 1)) {
            return Optional.empty();
        }
        double rho = candidate.mean() / b;
        double reach =
                t / Math.abs(b) * Math.sqrt(candidate.squaredError() * (1 - g) + rho * rho * baseline.squaredError());
        return Optional.of(new Interval((rho - reach) / (1 - g), (rho + reach) / (1 - g), confidence));
    }

    /**
     * Averages the ratios of many benchmarks: their geometric mean, with an interval.
     *
     * <p>The geometric mean is the only mean that does not depend on which side is called the baseline (Fleming and
     * Wallace, "How not to lie with statistics: the correct way to summarize benchmark results", CACM 29, 1986). The
     * interval is for these benchmarks, not for a population of programs: it only includes the uncertainty between
     * forks. The benchmarks are measured in separate JVMs, so the squared standard errors of their log ratios add up,
     * and Student's t is used with the degrees of freedom of Satterthwaite, "An approximate distribution of estimates
     * of variance components" (Biometrics Bulletin 2, 1946).
     *
     * @param mean the mean of the logarithms of the ratios
     */
    public record MeanRatio(double mean, double squaredError, double degreesOfFreedom) {

        /** Averages the ratios that have an interval and are of values above zero; empty if there are no such ratios. */
        public static Optional<MeanRatio> of(List<ForkRatio> ratios) {
            List<ForkRatio> usable = ratios.stream()
                    .filter(ratio -> ratio.scale() == Scale.LOG && !Double.isNaN(ratio.standardError()))
                    .toList();
            if (usable.isEmpty()) {
                return Optional.empty();
            }
            double sum = 0;
            double squares = 0;
            double fourths = 0;
            for (ForkRatio ratio : usable) {
                sum += Math.log(ratio.ratio());
                double squared = ratio.standardError() * ratio.standardError();
                squares += squared;
                fourths += squared == 0 ? 0 : squared * squared / ratio.degreesOfFreedom();
            }
            double count = usable.size();
            return Optional.of(new MeanRatio(sum / count, squares / (count * count), squares * squares / fourths));
        }

        public double ratio() {
            return Math.exp(mean);
        }

        /** Returns the interval of the mean; its ends coincide if no benchmark has any spread. */
        public Interval interval(double confidence) {
            double reach =
                    squaredError == 0 ? 0 : StudentT.central(degreesOfFreedom, confidence) * Math.sqrt(squaredError);
            return new Interval(Math.exp(mean - reach), Math.exp(mean + reach), confidence);
        }
    }
}
