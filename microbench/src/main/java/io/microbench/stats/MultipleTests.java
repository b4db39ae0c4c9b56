// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjusts p values for the number of tests made together.
 *
 * <p>An adjusted p value is compared with the significance level like the p value of a single test. Of 500 unchanged
 * benchmarks, five have p values below 1 % by chance alone.
 */
public final class MultipleTests {

    private MultipleTests() {}

    /**
     * Controls the family-wise error: the chance of even one false alarm stays below the level.
     *
     * <p>S. Holm, "A simple sequentially rejective multiple test procedure" (Scand. J. Statistics 6, 1979); no
     * assumption about dependence between the tests.
     *
     * @param pValues one per test, in any order; may be empty
     * @return the adjusted values in the same order, each at most 1 and at least its original value
     */
    public static double[] holm(double[] pValues) {
        int[] order = ascending(pValues);
        double[] adjusted = new double[pValues.length];
        double largest = 0;
        for (int rank = 0; rank < order.length; rank++) {
            largest = Math.max(largest, Math.min(1, (order.length - rank) * pValues[order[rank]]));
            adjusted[order[rank]] = largest;
        }
        return adjusted;
    }

    private static int[] ascending(double[] pValues) {
        return IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
