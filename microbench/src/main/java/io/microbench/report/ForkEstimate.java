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
        double[] logs = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            logs[i] = Math.log(values[i]);
        }
        double centre = Mean.of(logs).getAsDouble();
        double half = Double.NaN;
        double spread = Double.NaN;
        if (values.length > 1) {
            double t = TDistribution.of(values.length - 1).inverseSurvivalProbability((1 - LEVEL / 100) / 2);
            half = t * StandardDeviation.of(logs).getAsDouble() / Math.sqrt(values.length);
            spread =
                    StandardDeviation.of(values).getAsDouble() / Mean.of(values).getAsDouble();
        }
        List<Double> boxed = Arrays.stream(values).boxed().toList();
        return new ForkEstimate(boxed, Math.exp(centre), Math.exp(centre - half), Math.exp(centre + half), spread);
    }
}
