// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import java.util.Arrays;

/** The logarithms of the ratios of pairs of forks, candidate over baseline. */
final class LogRatios {

    private LogRatios() {}

    static double[] of(double[] baseline, double[] candidate) {
        double[] ratios = new double[baseline.length];
        Arrays.setAll(ratios, i -> Math.log(candidate[i]) - Math.log(baseline[i]));
        return ratios;
    }
}
