// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseResult;
import io.microbench.stats.Descriptive;
import java.util.Arrays;

/** The decimal place that the iterations of a case are rounded to, and their median in units of it. */
record IterationGrid(int places, double middle) {

    /**
     * Returns the grid of a case.
     *
     * @param isLarge whether five digits are enough where iterations are far apart
     */
    static IterationGrid of(CaseResult result, boolean isLarge) {
        double[] values = result.forks().stream()
                .flatMapToDouble(fork -> Arrays.stream(fork.scores()))
                .filter(Double::isFinite)
                .toArray();
        if (values.length == 0) {
            return new IterationGrid(0, 0);
        }
        double median = Descriptive.median(values);
        double distance = Descriptive.median(
                Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
        double size = Math.max(Math.abs(median), distance);
        int digits = isLarge && distance > size / 1000 ? 5 : 6;
        int places = size == 0 ? digits : Math.min(300, digits - 1 - (int) Math.floor(Math.log10(size)));
        return new IterationGrid(places, Math.rint(median * Math.pow(10, places)));
    }

    /** Returns the distance of a value from the median, in units of the decimal place. */
    double steps(double value) {
        double scaled = value * Math.pow(10, places);
        // Values far below the median keep digits of their own.
        return (Math.abs(scaled) < 1000 ? HtmlData.round(scaled) : Math.rint(scaled)) - middle;
    }
}
