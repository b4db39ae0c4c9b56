// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;

/**
 * A point of a history at which the level changed.
 *
 * @param index of the first value of the new level, counted from 0
 * @param meanBefore mean from the previous change point (or the start) up to this one
 * @param meanAfter mean from this point up to the next change point (or the end)
 * @param pValue of Student's two-sided t test between the two, 0 to 1
 */
public record ChangePoint(int index, double meanBefore, double meanAfter, double pValue) {

    /** Returns the size of the change as a share, 0 or more: the larger of both directions' ratios, less 1. */
    public double magnitude() {
        return meanAfter == meanBefore
                ? 0
                : Math.max(Math.abs(meanAfter / meanBefore - 1), Math.abs(meanBefore / meanAfter - 1));
    }

    /** Tests the split of {@code from} to {@code to} at {@code index}. */
    public static ChangePoint test(double[] series, int from, int index, int to) {
        Moments before = Moments.of(Arrays.copyOfRange(series, from, index));
        Moments after = Moments.of(Arrays.copyOfRange(series, index, to));
        return new ChangePoint(index, before.mean(), after.mean(), studentPValue(before, after));
    }

    /** Pools the variances, because a new level is often only one value long and has none of its own. */
    private static double studentPValue(Moments before, Moments after) {
        int degrees = before.count() + after.count() - 2;
        if (degrees < 1 || before.mean() == after.mean()) {
            return 1;
        }
        double pooled = (squares(before) + squares(after)) / degrees;
        double error = Math.sqrt(pooled / before.count() + pooled / after.count());
        return error == 0 ? 0 : StudentT.beyond(degrees, (after.mean() - before.mean()) / error);
    }

    private static double squares(Moments moments) {
        return moments.hasVariance() ? moments.variance() * (moments.count() - 1) : 0;
    }
}
