/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.OptionalInt;

/**
 * Splits the variance of a benchmark into what forks add and what iterations within a fork add.
 *
 * <p>Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time" (ISMM 2013), and "Quantifying
 * performance changes with effect size confidence intervals" (University of Kent TR 4-12, 2012). S1^2 is the mean
 * variance within forks, S2^2 the variance of the fork means; T1^2 = S1^2, and T2^2 = S2^2 - S1^2 / iterations is what
 * remains of the spread between forks once the scatter of the iterations is taken off. Forks may differ in length; the
 * mean of 1 / iterations stands in then.
 *
 * <p>The model takes iterations of a fork for independent around the fork's own mean. Where they drift or come in waves
 * (warm-up not over, garbage collection), more iterations buy less than it says.
 *
 * @param withinForks T1^2, in the square of the values' unit; 0 or more
 * @param betweenForks T2^2; 0 where the fork means spread no more than their iterations explain
 */
public record VarianceComponents(double withinForks, double betweenForks) {

    /**
     * Estimates both components; pass logarithms to get them as shares (0.0004 is a spread of 2 %).
     *
     * @param forks per fork the scores of its measured iterations, at least 2 forks with at least 2 iterations each
     * @throws IllegalArgumentException if there are fewer, or a score is not finite
     */
    public static VarianceComponents of(double[][] forks) {
        Require.atLeast(2, forks.length, "Variance components: number of forks");
        double[] means = new double[forks.length];
        double squares = 0;
        double inverse = 0;
        int degrees = 0;
        for (int i = 0; i < forks.length; i++) {
            Moments fork = Moments.of(Require.finite(forks[i], "Variance components, fork " + i, 2));
            means[i] = fork.mean();
            squares += fork.variance() * (fork.count() - 1);
            degrees += fork.count() - 1;
            inverse += 1.0 / fork.count() / forks.length;
        }
        double within = squares / degrees;
        return new VarianceComponents(within, Math.max(0, Moments.of(means).variance() - within * inverse));
    }

    /**
     * Returns the number of iterations per fork that gives the narrowest interval for a given total time: the ceiling
     * of sqrt(forkCost / iterationCost * T1^2 / T2^2), at least 1.
     *
     * <p>Empty where forks add no variance: one long fork would be best, and the model no guide.
     *
     * @param forkCost what a further fork costs before its first measured iteration (start and warm-up), above 0
     * @param iterationCost what a further measured iteration costs, above 0, in the same unit
     * @throws IllegalArgumentException if a cost is not above 0
     */
    public OptionalInt optimalIterations(double forkCost, double iterationCost) {
        double costs =
                Require.positive(forkCost, "Cost of a fork") / Require.positive(iterationCost, "Cost of an iteration");
        double best = Math.ceil(Math.sqrt(costs * withinForks / betweenForks));
        return betweenForks > 0 && best <= Integer.MAX_VALUE
                ? OptionalInt.of((int) Math.max(1, best))
                : OptionalInt.empty();
    }

    /**
     * Returns the standard error to expect of the mean of {@code forks} forks of {@code iterations} iterations each, in
     * the unit of the values.
     *
     * @throws IllegalArgumentException if a count is below 1
     */
    public double standardError(int forks, int iterations) {
        Require.atLeast(1, forks, "Forks");
        Require.atLeast(1, iterations, "Iterations");
        return Math.sqrt((betweenForks + withinForks / iterations) / forks);
    }
}
