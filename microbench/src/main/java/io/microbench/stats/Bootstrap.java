/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Percentile intervals by resampling with replacement.
 *
 * <p>Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13. The hierarchical form draws forks, then
 * iterations within each drawn fork (Kalibera and Jones, "Quantifying performance changes with effect size confidence
 * intervals", University of Kent TR 4-12, 2012). With few forks these intervals are too narrow: at 5 forks an
 * interval of 99 % misses two to three times in a hundred, not once. {@link ForkRatio} is the one to judge by; this one
 * needs no formula for its statistic and assumes no distribution.
 *
 * @param resamples how many to draw, at least 2 / (1 - confidence) of any interval asked for; 10,000 is customary
 * @param seed the same seed gives the same interval
 */
public record Bootstrap(int resamples, long seed) {

    private static final Median IN_PLACE = Median.withDefaults().withCopy(false);

    /**
     * Checks the number of resamples.
     *
     * @throws IllegalArgumentException if {@code resamples} is below 1
     */
    public Bootstrap {
        Require.atLeast(1, resamples, "Resamples");
    }

    /**
     * Returns the interval of a statistic of one sample.
     *
     * @param values the sample, of independent values
     * @param statistic computed of each resample, which has as many values as the sample; the array it is handed is
     *     used again and may be changed
     * @param confidence such as 0.99
     * @throws IllegalArgumentException if a value or a statistic is not finite, or there are too few resamples
     */
    public Interval interval(double[] values, ToDoubleFunction<double[]> statistic, double confidence) {
        Require.finite(values, "Bootstrap");
        SplittableRandom random = new SplittableRandom(seed);
        double[] resample = new double[values.length];
        return percentile(confidence, () -> {
            draw(values, resample, random);
            return statistic.applyAsDouble(resample);
        });
    }

    /**
     * Returns the interval of candidate / baseline, both drawn fork by fork and then iteration by iteration.
     *
     * <p>The ratio of each draw is that of {@link ForkRatio}: medians of the iterations, compared over forks.
     *
     * @param baseline per fork the scores of its measured iterations
     * @param candidate the same in the same unit
     * @param confidence such as 0.99
     * @throws IllegalArgumentException if a side has no fork, a fork no iteration, a value is not finite, a ratio of
     *     resamples is not because baseline values are zero, or there are too few resamples
     */
    public Interval ratio(double[][] baseline, double[][] candidate, double confidence) {
        Require.finite(baseline, "Baseline");
        Require.finite(candidate, "Candidate");
        SplittableRandom random = new SplittableRandom(seed);
        return percentile(confidence, () -> ForkRatio.of(forkValues(baseline, random), forkValues(candidate, random))
                .ratio());
    }

    /** Returns a number from 0 to {@code bound} - 1; made from {@code nextLong} alone, whose algorithm is specified. */
    static int below(int bound, SplittableRandom random) {
        return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
    }

    private interface Draw {
        double next();
    }

    private Interval percentile(double confidence, Draw draw) {
        double needed = 2 / (1 - Require.fraction(confidence, "Confidence"));
        if (resamples < needed - 1e-6) {
            throw new IllegalArgumentException("Resamples is " + resamples + "; a confidence of " + confidence
                    + " needs at least " + Math.round(needed));
        }
        double[] statistics = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            statistics[i] = draw.next();
        }
        Percentiles percentiles = Percentiles.of(statistics);
        double tail = 50 * (1 - confidence);
        return new Interval(percentiles.at(tail), percentiles.at(100 - tail), confidence);
    }

    private static double[] forkValues(double[][] forks, SplittableRandom random) {
        double[] values = new double[forks.length];
        for (int i = 0; i < values.length; i++) {
            double[] fork = forks[below(forks.length, random)];
            double[] resample = new double[fork.length];
            draw(fork, resample, random);
            values[i] = IN_PLACE.evaluate(resample);
        }
        return values;
    }

    private static void draw(double[] from, double[] into, SplittableRandom random) {
        for (int i = 0; i < into.length; i++) {
            into[i] = from[below(from.length, random)];
        }
    }
}
