// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Tests whether successive forks of a run are more similar than others, as on a machine whose speed drifts.
 *
 * <p>The statistic is that of J. von Neumann, "Distribution of the ratio of the mean square successive difference to the variance" (Ann.
 * Math. Statistics 12, 1941), on logarithms, added over both runs. A trend makes it small, and so does autocorrelation. Its p value is the
 * share of random orders of the forks of each run with a ratio as small, so no distribution is assumed.
 */
final class SerialDependence {

    private static final int ORDERS = 2_000;
    private static final long SEED = 0x6d6963726f62L;

    private SerialDependence() {}

    /**
     * Returns the p value.
     *
     * @param baseline values above 0 of the forks of a run, in the order of their time
     * @param candidate values of the other run
     */
    static double pValue(double[] baseline, double[] candidate) {
        double[][] runs = {logarithms(baseline), logarithms(candidate)};
        double[] squares = {squaredDeviations(runs[0]), squaredDeviations(runs[1])};
        double seen = ratio(runs, squares) * (1 + 1e-12);
        SplittableRandom random = new SplittableRandom(SEED);
        int asSmall = 1;
        for (int i = 0; i < ORDERS; i++) {
            shuffle(runs[0], random);
            shuffle(runs[1], random);
            asSmall += ratio(runs, squares) <= seen ? 1 : 0;
        }
        return asSmall / (ORDERS + 1.0);
    }

    private static double[] logarithms(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static double squaredDeviations(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    }

    private static double ratio(double[][] runs, double[] squares) {
        double sum = 0;
        for (int run = 0; run < runs.length; run++) {
            double successive = 0;
            for (int i = 1; i < runs[run].length; i++) {
                double step = runs[run][i] - runs[run][i - 1];
                successive += step * step;
            }
            sum += squares[run] == 0 ? 0 : successive / squares[run];
        }
        return sum;
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
}
