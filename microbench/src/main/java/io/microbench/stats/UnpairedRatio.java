// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import io.microbench.stats.AnytimeRatio.AnytimeMean;
import java.util.Arrays;
import java.util.Optional;

/**
 * Compares fork values of two versions that were measured one after the other, while forks of the candidate are being added.
 *
 * <p>Unlike {@link AnytimeRatio} it needs no pairs: many forks of the baseline compensate for few forks of the candidate. The interval
 * is that of {@link AnytimeMean} for the difference of two means of logarithms with a common deviation: it is valid for all numbers of
 * forks at once (M. Goenen et al., "The Bayesian two-sample t test", American Statistician 59, 2005, for the ratio of likelihoods).
 *
 * @param ratio candidate / baseline, of the geometric means
 * @param interval the interval of the ratio; empty while there are too few forks for a bound
 */
public record UnpairedRatio(double ratio, Optional<Interval> interval) {

    /**
     * The weight of the prior in values, smaller than that of {@link AnytimeMean}: a watch has few forks of each version and detects
     * large changes first.
     */
    private static final double PRIOR = 0.01;

    /**
     * Compares values above 0, at least one for each side.
     *
     * @param confidence such as 0.99: the probability that no interval computed while forks are added is wrong
     */
    public static UnpairedRatio of(double[] baseline, double[] candidate, double confidence) {
        Moments before = Moments.of(Arrays.stream(baseline).map(Math::log).toArray());
        Moments after = Moments.of(Arrays.stream(candidate).map(Math::log).toArray());
        double difference = after.mean() - before.mean();
        int degrees = degrees(baseline.length, candidate.length);
        double deviation = Math.sqrt((squares(before) + squares(after)) / Math.max(1, degrees));
        double reach = reach(baseline.length, candidate.length, deviation, confidence);
        return new UnpairedRatio(
                Math.exp(difference),
                Double.isInfinite(reach)
                        ? Optional.empty()
                        : Optional.of(
                                new Interval(Math.exp(difference - reach), Math.exp(difference + reach), confidence)));
    }

    /** Returns how many forks of the candidate are needed for an interval with this many forks of the baseline. */
    public static int fewestForks(int baseline, double confidence) {
        int forks = 1;
        while (Double.isInfinite(reach(baseline, forks, 1, confidence))) {
            forks++;
        }
        return forks;
    }

    private static double squares(Moments moments) {
        return moments.count() < 2 ? 0 : (moments.count() - 1) * moments.variance();
    }

    private static int degrees(int baseline, int candidate) {
        return baseline + candidate - 2;
    }

    private static double reach(int baseline, int candidate, double deviation, double confidence) {
        double weight = (double) baseline * candidate / (baseline + candidate);
        return AnytimeMean.reach(
                weight, degrees(baseline, candidate), deviation, Confidence.significance(confidence), PRIOR);
    }
}
