// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Estimates a benchmark's value, with a confidence interval, from one value per fork.
 *
 * <p>Iterations of one fork share its memory layout and its inlining decisions; they are not independent, and an
 * interval over pooled iterations is too narrow. Only fork values are used, as only the top level is used by Kalibera
 * and Jones, "Rigorous Benchmarking in Reasonable Time" (ISMM 2013). A fork's value is the median of its measured
 * iterations ({@link #forkValue}), which rare slow iterations do not move; the benchmark's value is the exponential of
 * the mean logarithm of the fork values, and the interval is Student's t on the logarithms. If a fork value is zero or
 * negative, mean and interval are computed from the values themselves ({@link Scale}).
 *
 * <p>If forks are added until the interval is narrow, it is too narrow for its confidence. Such an interval is
 * descriptive, and not a test.
 */
public final class ForkEstimate {

    private final Scale scale;
    private final Moments moments;

    private ForkEstimate(Scale scale, Moments moments) {
        this.scale = scale;
        this.moments = moments;
    }

    /** Returns the value of one fork: the median of the scores of its measured iterations. */
    public static double forkValue(double[] iterations) {
        return Descriptive.median(iterations);
    }

    /** Estimates from one value per fork, in one unit. */
    public static ForkEstimate of(double[] forkValues) {
        Require.finite(forkValues, "Fork estimate");
        Scale scale = Scale.of(forkValues);
        return new ForkEstimate(scale, Moments.of(scale.apply(forkValues)));
    }

    public double value() {
        return scale.back(moments.mean());
    }

    /**
     * Returns the standard deviation between forks, of the logarithms of their values if all are above zero: 0.02 means
     * that forks differ by about 2 %. Empty with one fork.
     */
    public OptionalDouble spread() {
        return Descriptive.standardDeviation(moments);
    }

    /**
     * Returns the interval for the value of a run with very many forks; empty with one fork.
     *
     * <p>With two forks it is valid but very wide (the 99 % quantile of t with one degree of freedom is 64).
     *
     * @param confidence such as 0.99
     */
    public Optional<Interval> interval(double confidence) {
        return between(confidence, moments.squaredError());
    }

    /**
     * Returns the interval in which the value of one further fork is expected; empty with one fork.
     *
     * <p>Wider than {@link #interval} because a single fork adds its own spread (Hahn and Meeker, Statistical
     * Intervals, chapter 4). With nightly values in place of forks it shows whether tonight's value is unusual.
     *
     * @param confidence such as 0.99
     */
    public Optional<Interval> nextFork(double confidence) {
        return between(confidence, moments.squaredError() + moments.variance());
    }

    /**
     * Returns the probability that one further fork is at least as far from the estimate as the given value, on the same side:
     * the one-sided probability outside of {@link #nextFork}. Empty with one fork.
     *
     * @param value the value of the further fork, on the scale of the other forks: above 0 if all of them are above 0
     */
    public OptionalDouble furtherOff(double value) {
        if (!moments.hasVariance()) {
            return OptionalDouble.empty();
        }
        double distance = Math.abs((scale == Scale.LOG ? Math.log(value) : value) - moments.mean());
        double deviation = Math.sqrt(moments.squaredError() + moments.variance());
        return OptionalDouble.of(distance == 0 ? 0.5 : StudentT.above(moments.count() - 1, distance / deviation));
    }

    /**
     * Returns half the interval's width as a share of the value: 0.03 means +-3 %. Empty with one fork, or if the value
     * is zero.
     *
     * @param confidence such as 0.95
     */
    public OptionalDouble relativeHalfWidth(double confidence) {
        Optional<Interval> interval = interval(confidence);
        return interval.isEmpty() || value() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(interval.get().halfWidth() / Math.abs(value()));
    }

    /**
     * Returns the total number of forks, at least 2, that would reduce {@link #relativeHalfWidth} to {@code target} if
     * the spread between forks does not change. Empty with one fork, if the value is zero, or if more than {@link
     * Power#MOST_FORKS} would be needed.
     *
     * @param target such as 0.02 for +-2 %
     * @param confidence such as 0.95
     */
    public OptionalInt forksFor(double target, double confidence) {
        if (!moments.hasVariance() || value() == 0) {
            return OptionalInt.empty();
        }
        // sinh(h) is the half-width of exp(-h)..exp(h), so this inverts relativeHalfWidth.
        double halfWidth =
                scale == Scale.LOG ? Math.log(target + Math.hypot(target, 1)) : target * Math.abs(moments.mean());
        return Power.forksForHalfWidth(moments.standardDeviation(), halfWidth, confidence);
    }

    private Optional<Interval> between(double confidence, double squaredError) {
        if (!moments.hasVariance()) {
            return Optional.empty();
        }
        double reach = StudentT.central(moments.count() - 1, confidence) * Math.sqrt(squaredError);
        return Optional.of(
                new Interval(scale.back(moments.mean() - reach), scale.back(moments.mean() + reach), confidence));
    }

    /**
     * Decides how many forks a case needs for the requested width of the interval over forks, within limits.
     *
     * <p>Two forks may agree by chance, which makes the interval narrow regardless of the spread between forks. So a case ends after two
     * forks only if they differ by at most half of the precision.
     *
     * @param precision largest accepted relative half-width of the 95 % interval over forks; a fraction above 0
     * @param smallest minimum number of forks; at least 2, because one fork has no interval
     * @param largest maximum number of forks, regardless of the interval
     */
    public record ForkRule(double precision, int smallest, int largest) {

        /** Returns whether these values, one per fork, are enough. */
        public boolean enough(double... forks) {
            return enoughWithin(halfWidth(forks), forks);
        }

        /** Returns whether this many forks are enough if the interval has the given relative half-width. */
        public boolean enoughWithin(double reach, double... forks) {
            if (forks.length < smallest) {
                return false;
            }
            if (forks.length == 2 && largest > 2 && Math.abs(Math.log(forks[1] / forks[0])) > precision / 2) {
                return false;
            }
            return forks.length >= largest || reach <= precision;
        }

        /** Returns the relative half-width of the interval over the given forks; infinite for fewer than two. */
        public static double halfWidth(double... forks) {
            if (forks.length < 2) {
                return Double.POSITIVE_INFINITY;
            }
            return ForkEstimate.of(forks)
                    .relativeHalfWidth(Confidence.PRECISION.level())
                    .orElse(Double.POSITIVE_INFINITY);
        }
    }
}
