// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.List;
import java.util.Optional;

/**
 * Averages the ratios of many benchmarks: their geometric mean, with an interval.
 *
 * <p>The geometric mean is the one that does not depend on which side is called the baseline (Fleming and Wallace, "How not to
 * lie with statistics: the correct way to summarize benchmark results", CACM 29, 1986). The interval is for these benchmarks,
 * not for some population of programs they may stand for: its only uncertainty is that between forks. The benchmarks are
 * measured in JVMs of their own, so the squared standard errors of their log ratios add up, and Student's t is taken with the
 * degrees of freedom of Satterthwaite, "An approximate distribution of estimates of variance components" (Biometrics
 * Bulletin 2, 1946).
 */
public final class MeanRatio {

    private final double mean;
    private final double squaredError;
    private final double degreesOfFreedom;

    private MeanRatio(double mean, double squaredError, double degreesOfFreedom) {
        this.mean = mean;
        this.squaredError = squaredError;
        this.degreesOfFreedom = degreesOfFreedom;
    }

    /**
     * Averages those ratios that have an interval and are of values above zero; empty if there is none.
     *
     * @param ratios one per benchmark
     */
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

    /** Returns the geometric mean of the ratios. */
    public double ratio() {
        return Math.exp(mean);
    }

    /**
     * Returns the interval of the mean; its ends coincide if no benchmark has any spread.
     *
     * @param confidence such as 0.99
     * @throws IllegalArgumentException if {@code confidence} is not between 0 and 1
     */
    public Interval interval(double confidence) {
        Require.fraction(confidence, "Confidence");
        double reach = squaredError == 0 ? 0 : StudentT.central(degreesOfFreedom, confidence) * Math.sqrt(squaredError);
        return new Interval(Math.exp(mean - reach), Math.exp(mean + reach), confidence);
    }
}
