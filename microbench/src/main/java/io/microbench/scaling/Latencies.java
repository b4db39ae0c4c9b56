// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.Descriptive;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the percentiles of single operations from the results of a case.
 *
 * <p>Those over all forks are secondary results. JMH labels them {@code p0.99} in sample mode (1.37; {@code SampleTimeResult}), and
 * asynchronous work {@code async.latency:p0.99}; there an operation is a unit, from its start to its completion on any thread. If
 * sample mode has none over all forks, the median over its iterations is used.
 */
final class Latencies {

    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};

    private static final String SAMPLED = "p";
    private static final String ASYNCHRONOUS = "async.latency:p";

    private Latencies() {}

    /** Returns nanoseconds by percentile, 50, 90, 99, 99.9 and 100; empty if single operations were not timed. */
    static SortedMap<Double, Double> of(CaseResult result) {
        if (!result.plan().mode().isSampled()) {
            return read(result, ASYNCHRONOUS);
        }
        SortedMap<Double, Double> sampled = read(result, SAMPLED);
        return sampled.isEmpty() ? overIterations(result) : sampled;
    }

    private static SortedMap<Double, Double> overIterations(CaseResult result) {
        double unit = result.score()
                .flatMap(score -> ScoreUnit.parse(score.unit()))
                .map(ScoreUnit::nanos)
                .orElse(Double.NaN);
        SortedMap<Double, Double> latency = new TreeMap<>();
        for (double percentile : PERCENTILES) {
            double[] values = result.forksWithValue().stream()
                    .flatMap(fork -> fork.measured().stream())
                    .flatMap(iteration ->
                            Optional.ofNullable(iteration.percentiles().get(Double.toString(percentile))).stream())
                    .mapToDouble(value -> value * unit)
                    .filter(Double::isFinite)
                    .toArray();
            if (values.length > 0) {
                latency.put(percentile, Descriptive.median(values));
            }
        }
        return latency;
    }

    private static SortedMap<Double, Double> read(CaseResult result, String prefix) {
        SortedMap<Double, Double> latency = new TreeMap<>();
        for (double percentile : PERCENTILES) {
            nanos(Optional.ofNullable(result.secondary().get(prefix + quantile(percentile))))
                    .ifPresent(nanos -> latency.put(percentile, nanos));
        }
        return latency;
    }

    /** Returns the quantile in JMH's format, with at least two decimals: 0.50, 0.999, 1.00. */
    private static String quantile(double percentile) {
        return percentile == 99.9 ? "0.999" : String.format(Locale.ROOT, "%.2f", percentile / 100);
    }

    private static Optional<Double> nanos(Optional<Metric> metric) {
        return metric.flatMap(time -> ScoreUnit.parse(time.unit())
                        .filter(unit -> !unit.higherIsBetter())
                        .map(unit -> time.score() * unit.nanos()))
                .filter(Double::isFinite);
    }
}
