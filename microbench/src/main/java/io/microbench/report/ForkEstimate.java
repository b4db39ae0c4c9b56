/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Says what the forks of a case agree on.
 *
 * <p>Each fork counts once, with the median of its measured iterations. The value is the mean of the logarithms of the forks,
 * taken back; the interval is Student's t over the same logarithms. Iterations are never pooled: within a fork they share
 * one heap layout and one compilation, so they say little about the next JVM.
 *
 * @param forkValues one value for each fork that delivered, in the order of the forks
 * @param value the estimate; NaN without a fork
 * @param low lower end of the interval; NaN below two forks
 * @param high upper end of the interval; NaN below two forks
 * @param spread standard deviation of the fork values over their mean, as a share; NaN below two forks
 */
record ForkEstimate(List<Double> forkValues, double value, double low, double high, double spread) {

    /** The level of the interval, in percent. */
    static final double LEVEL = 99;

    /** Returns the estimate of a case. */
    static ForkEstimate of(CaseResult result) {
        double[] values = result.forks().stream()
                .filter(fork -> fork.failure().isEmpty())
                .map(ForkResult::measuredScores)
                .filter(scores -> scores.length > 0)
                .mapToDouble(Median.withDefaults()::evaluate)
                .toArray();
        return of(values);
    }

    /** Returns the estimate of the values of forks. */
    static ForkEstimate of(double[] values) {
        List<Double> boxed = Arrays.stream(values).boxed().toList();
        double[] logs = logs(boxed);
        double centre = Mean.of(logs).getAsDouble();
        double half = Double.NaN;
        double spread = Double.NaN;
        if (values.length > 1) {
            half = quantile(values.length - 1) * StandardDeviation.of(logs).getAsDouble() / Math.sqrt(values.length);
            spread =
                    StandardDeviation.of(values).getAsDouble() / Mean.of(values).getAsDouble();
        }
        return new ForkEstimate(boxed, Math.exp(centre), Math.exp(centre - half), Math.exp(centre + half), spread);
    }

    /**
     * Returns both ends of the interval of this value over another, by Welch's t on the logarithms; NaN where either side has
     * fewer than two forks.
     */
    double[] ratioInterval(ForkEstimate other) {
        double[] mine = logs(forkValues);
        double[] others = logs(other.forkValues);
        if (mine.length < 2 || others.length < 2) {
            return new double[] {Double.NaN, Double.NaN};
        }
        double a = Variance.of(mine).getAsDouble() / mine.length;
        double b = Variance.of(others).getAsDouble() / others.length;
        double difference = Math.log(value) - Math.log(other.value);
        double half = 0;
        if (a + b > 0) {
            // The degrees of freedom of Welch and Satterthwaite.
            double degrees = (a + b) * (a + b) / (a * a / (mine.length - 1) + b * b / (others.length - 1));
            half = quantile(degrees) * Math.sqrt(a + b);
        }
        return new double[] {Math.exp(difference - half), Math.exp(difference + half)};
    }

    private static double[] logs(List<Double> values) {
        return values.stream().mapToDouble(Math::log).toArray();
    }

    private static double quantile(double degrees) {
        return TDistribution.of(degrees).inverseSurvivalProbability((1 - LEVEL / 100) / 2);
    }
}
