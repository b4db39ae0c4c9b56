// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A row of the tables: a statistic of the durations of a histogram.
 *
 * @param name its name in the tables
 * @param nanos computes the statistic of a non-empty histogram
 */
record Percentile(String name, ToDoubleFunction<Histogram> nanos) {

    /** The mean and seven percentiles, from the shortest to the longest. */
    static final List<Percentile> ROWS = List.of(
            new Percentile("AVG", Histogram::getMean),
            // The lower bound of its bucket; the others are upper bounds.
            new Percentile("P0", Histogram::getMinValue),
            of("P10", 10),
            of("P50", 50),
            of("P90", 90),
            of("P99", 99),
            of("P99.9", 99.9),
            of("P100", 100));

    private static Percentile of(String name, double percentile) {
        return new Percentile(name, durations -> durations.getValueAtPercentile(percentile));
    }

    String key() {
        return name.equals("AVG") ? "mean" : name.toLowerCase(Locale.ROOT);
    }

    double of(Histogram durations) {
        return nanos.applyAsDouble(durations);
    }
}
