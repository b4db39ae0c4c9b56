// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Beta;

/**
 * Compares pairs of fork values, candidate divided by baseline, while pairs are still being added.
 *
 * <p>A comparison that stops as soon as the interval excludes 1 tests many times. An interval of Student's t, valid for
 * a number of forks fixed beforehand, is then wrong far more often than its level says. The interval here is valid for
 * all numbers of pairs at once, so it may be checked after each pair, and the comparison may stop at any of them.
 *
 * <p>It is the intersection of two such intervals for the logarithm of the ratio, each at half the level: that of
 * {@link AnytimeMean}, narrow for few pairs of approximately normal values, and that of {@link AnytimeMedian}, which a
 * few disturbed pairs cannot widen. The latter only assumes that the build is the only difference between the two forks
 * of a pair.
 *
 * <p>Pairing removes effects that both forks of a pair share. The forks run back to back, so these include the state of
 * the machine.
 */
public final class AnytimeRatio {

    /** Factor from the median absolute deviation to the standard deviation of normal values. */
    private static final double MAD_TO_DEVIATION = 1.4826;

    private final double[] differences;
    private final double[] sorted;
    private final Moments moments;

    private AnytimeRatio(double[] differences) {
        this.differences = differences;
        this.sorted = differences.clone();
        Arrays.sort(sorted);
        this.moments = Moments.of(differences);
    }

    /** Compares one value above 0 per fork of each side, pair by pair in the order in which the pairs were measured. */
    public static AnytimeRatio of(double[] baseline, double[] candidate) {
        return ofLogarithms(IntStream.range(0, baseline.length)
                .mapToDouble(i -> Math.log(candidate[i]) - Math.log(baseline[i]))
                .toArray());
    }

    /**
     * Compares pairs, given only their ratios.
     *
     * @param logRatios logarithm of candidate / baseline of each pair, in the order in which the pairs were measured
     */
    public static AnytimeRatio ofLogarithms(double[] logRatios) {
        return new AnytimeRatio(
                Require.finite(logRatios, "Logarithms of ratios").clone());
    }

    public int pairs() {
        return differences.length;
    }

    /**
     * Returns candidate / baseline: 1.03 means the candidate's number is 3 % larger.
     *
     * <p>The median of the means of any two logarithms (J. L. Hodges and E. L. Lehmann, "Estimates of location based on
     * rank tests", Annals of Mathematical Statistics 34, 1963). It is nearly as precise as the mean, and robust to
     * disturbed pairs.
     */
    public double ratio() {
        int n = differences.length;
        double[] means = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                means[next++] = (differences[i] + differences[j]) / 2;
            }
        }
        return Math.exp(Descriptive.median(means));
    }

    /**
     * Returns the interval for the ratio; empty while there are too few pairs for any bound (fewer than 4 at 99 %).
     *
     * @param confidence such as 0.99: the probability that no interval computed while pairs are added is wrong
     */
    public Optional<Interval> interval(double confidence) {
        double alpha = (1 - confidence) / 2;
        double reach = AnytimeMean.reach(pairs(), pairs() - 1, moments.standardDeviation(), alpha);
        int rank = AnytimeMedian.rank(pairs(), alpha);
        double low = moments.mean() - reach;
        double high = moments.mean() + reach;
        if (rank > 0) {
            double least = sorted[rank - 1];
            double most = sorted[sorted.length - rank];
            // If they do not overlap, one of the two is wrong, or the distribution is asymmetric; only their hull is
            // valid.
            boolean apart = least > high || most < low;
            low = apart ? Math.min(low, least) : Math.max(low, least);
            high = apart ? Math.max(high, most) : Math.min(high, most);
        }
        return low == Double.NEGATIVE_INFINITY || Double.isNaN(low)
                ? Optional.empty()
                : Optional.of(new Interval(Math.exp(low), Math.exp(high), confidence));
    }

    /**
     * Returns the probability of ever seeing evidence this strong, at any number of pairs, if there is no difference;
     * the smallest value since the first pair.
     *
     * @return a probability; 1 for a single pair
     */
    public double pValue() {
        double most = 1;
        int above = 0;
        int below = 0;
        for (int n = 1; n <= differences.length; n++) {
            above += differences[n - 1] > 0 ? 1 : 0;
            below += differences[n - 1] < 0 ? 1 : 0;
            if (n > 1) {
                most = Math.max(most, AnytimeMean.evidence(Moments.of(Arrays.copyOf(differences, n))));
                most = Math.max(most, Math.exp(AnytimeMedian.logEvidence(above, above + below)));
            }
        }
        return Math.min(1, 2 / most);
    }

    /**
     * Returns the smallest change these pairs would have shown with the given probability, as a share of the baseline: 0.03
     * for 3 %. It depends on the observed spread, not on the observed difference.
     *
     * @param confidence the confidence of the interval that has to exclude 1
     * @return empty while there are too few pairs for an interval
     */
    public OptionalDouble detectableChange(double confidence, double power) {
        Optional<Interval> interval = interval(confidence);
        if (interval.isEmpty()) {
            return OptionalDouble.empty();
        }
        double reach = Math.log(interval.get().high() / interval.get().low()) / 2;
        double chance = StudentT.exceededWith(pairs() - 1, 1 - power) * spread() / Math.sqrt(pairs());
        return OptionalDouble.of(Math.expm1(reach + chance));
    }

    /**
     * Returns the total number of pairs with which the interval would be entirely inside or entirely outside the band from 1 /
     * (1 + band) to 1 + band, if ratio and spread do not change.
     *
     * @param band such as 0.01 for +-1 %
     * @return empty with a single pair, or if more than {@link Power#MOST_FORKS} would be needed because the ratio is on the
     *     edge of the band
     */
    public OptionalInt pairsToDecide(double band, double confidence) {
        double alpha = (1 - confidence) / 2;
        if (!moments.hasVariance()) {
            return OptionalInt.empty();
        }
        double margin = Math.abs(Math.abs(Math.log(ratio())) - Math.log1p(band));
        double spread = spread();
        return Power.fewest(pairs -> AnytimeMean.reach(pairs, pairs - 1, spread, alpha) < margin);
    }

    /** Returns the standard deviation of a pair, or the standard deviation without outliers if that is smaller. */
    private double spread() {
        double median = Descriptive.median(differences);
        double[] deviations =
                Arrays.stream(differences).map(d -> Math.abs(d - median)).toArray();
        double robust = MAD_TO_DEVIATION * Descriptive.median(deviations);
        return robust > 0 ? Math.min(robust, moments.standardDeviation()) : moments.standardDeviation();
    }

    /**
     * Bounds a mean for all numbers of values at once.
     *
     * <p>The values are assumed to be normal with unknown mean and deviation. Then the ratio of the likelihoods of the t statistic under
     * "the mean is normal around m, with 1 / {@link #PRIOR} times the variance of a value" and under "the mean is m",
     * <pre>
     *   e = sqrt(c / (n + c)) * ((n - 1 + t^2) / (n - 1 + t^2 * c / (n + c))) ^ (n / 2)     with c = PRIOR,
     * </pre>
     * is a martingale in the number n of values if the mean is m, and ever exceeds 1 / alpha with probability alpha at most (Ville).
     * T. L. Lai, "On confidence sequences" (Annals of Statistics 4, 1976); H. Wang and A. Ramdas, "Anytime-valid t-tests and
     * confidence sequences for Gaussian means with unknown variance" (Sequential Analysis 44, 2025).
     */
    static final class AnytimeMean {

        /**
         * The weight of the prior, as a number of values. It only determines at which number of values the interval is
         * narrowest compared with Student's: small weights favour means that are large relative to the deviation, which
         * few values can detect. With 0.05, these are means of 4.5 standard deviations: 4.5 % if the spread of pairs is
         * 1 %.
         */
        static final double PRIOR = 0.05;

        private AnytimeMean() {}

        /**
         * Returns half the width of the interval; infinite while there is no bound.
         *
         * @param n number of values; for a difference of two means, the number of values whose mean has the same variance
         * @param degrees the degrees of freedom of the deviation; n - 1 for the mean of n values
         */
        static double reach(double n, int degrees, double deviation, double alpha) {
            return reach(n, degrees, deviation, alpha, PRIOR);
        }

        /** Returns half the width of the interval for another weight of the prior. */
        static double reach(double n, int degrees, double deviation, double alpha, double prior) {
            if (degrees < 1) {
                return Double.POSITIVE_INFINITY;
            }
            if (deviation == 0) {
                return 0;
            }
            double share = prior / (n + prior);
            // e = 1 / alpha solved for t.
            double bound = Math.pow(1 / (Math.sqrt(share) * alpha), 2.0 / (degrees + 1));
            double rest = 1 - bound * share;
            return rest <= 0
                    ? Double.POSITIVE_INFINITY
                    : Math.sqrt(degrees * (bound - 1) / rest) * deviation / Math.sqrt(n);
        }

        /** Returns e for the claim that the mean is zero. */
        static double evidence(Moments moments) {
            double n = moments.count();
            if (moments.variance() == 0) {
                return moments.mean() == 0 ? 1 : Double.POSITIVE_INFINITY;
            }
            double share = PRIOR / (n + PRIOR);
            double square = moments.mean() * moments.mean() / moments.squaredError();
            return Math.sqrt(share) * Math.pow((n - 1 + square) / (n - 1 + square * share), n / 2);
        }
    }

    /**
     * Bounds a median for all numbers of values at once, for any distribution.
     *
     * <p>If the median is m, each value lies above it with probability one half. The ratio of the likelihoods of "k of n lie above"
     * under a probability drawn from Beta(1/2, 1/2) and under one half,
     * <pre>
     *   e = 2^n * B(k + 1/2, n - k + 1/2) / B(1/2, 1/2),
     * </pre>
     * is a martingale in n, and ever exceeds 1 / alpha with probability alpha at most (Ville). The prior is that of Krichevsky and
     * Trofimov, "The performance of universal encoding" (IEEE Trans. Information Theory 27, 1981); the interval of all m that are
     * not refuted runs between order statistics: Howard and Ramdas, "Sequential estimation of quantiles" (Bernoulli 28, 2022).
     */
    static final class AnytimeMedian {

        private static final double HALF = 0.5;

        private AnytimeMedian() {}

        /**
         * Returns how many of the smallest, and of the largest, of {@code count} values lie outside the interval or are its end: 2
         * for the interval from the second smallest to the second largest; 0 while there is no bound.
         */
        static int rank(int count, double alpha) {
            int rank = 0;
            while (rank < count / 2 && logEvidence(rank, count) >= -Math.log(alpha)) {
                rank++;
            }
            return rank;
        }

        /** Returns the logarithm of e if {@code above} of {@code count} values are above the claimed median. */
        static double logEvidence(int above, int count) {
            return count * Math.log(2) + Beta.logBeta(above + HALF, count - above + HALF) - Beta.logBeta(HALF, HALF);
        }
    }
}
