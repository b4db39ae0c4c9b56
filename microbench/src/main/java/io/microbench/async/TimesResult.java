/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.async;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarDerivativeResult;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Holds the times of many units in microseconds; its score is their mean. From it follow percentiles as JMH defines them (type 6 of
 * Hyndman and Fan), the smallest and the largest time ({@code p0.00}, {@code p1.00}), their number ({@code samples}), and the most
 * frequent ones ({@code mode}).
 *
 * <p>Over iterations and forks the times themselves are put together, not their percentiles.
 */
final class TimesResult extends Result<TimesResult> {

    private static final long serialVersionUID = 1;

    /** As JMH writes it: the operation is the unit of work. */
    private static final String UNIT = "us/op";

    private static final double NANOS = 1000;

    private static final List<String> PERCENTILES = List.of("0.00", "0.50", "0.90", "0.99", "0.999", "1.00");

    /** Where more times than that are equally frequent, none of them stands out. */
    private static final int MOST_MODES = 9;

    private TimesResult(String label, Statistics micros) {
        super(ResultRole.SECONDARY, label, micros, UNIT, AggregationPolicy.AVG);
    }

    /** Takes over what a histogram of nanoseconds holds. */
    static TimesResult of(String label, Histogram times) {
        MultisetStatistics micros = new MultisetStatistics();
        times.forEach((nanos, count) -> micros.addValue(nanos / NANOS, count));
        return new TimesResult(label, micros);
    }

    @Override
    @SuppressWarnings("rawtypes") // as JMH has it
    protected Collection<? extends Result> getDerivativeResults() {
        List<Result> results = new ArrayList<>();
        if (statistics.getN() > 0) {
            for (String fraction : PERCENTILES) {
                double percent = 100 * Double.parseDouble(fraction);
                results.add(derived("p" + fraction, statistics.getPercentile(percent), UNIT));
            }
            results.add(derived("samples", (double) statistics.getN(), "units"));
            List<Double> modes = modes();
            for (int i = 0; i < modes.size(); i++) {
                results.add(derived(i == 0 ? "mode" : "mode" + (i + 1), modes.get(i), UNIT));
            }
        }
        return results;
    }

    private Result<?> derived(String name, double value, String unit) {
        return new ScalarDerivativeResult(label + ":" + name, value, unit, AggregationPolicy.AVG);
    }

    /** Returns the most frequent times, the shortest first; none where each occurred once, or too many equally often. */
    private List<Double> modes() {
        List<Double> modes = new ArrayList<>();
        long most = 2;
        for (Iterator<Map.Entry<Double, Long>> times = statistics.getRawData(); times.hasNext(); ) {
            Map.Entry<Double, Long> time = times.next();
            if (time.getValue() > most) {
                modes.clear();
                most = time.getValue();
            }
            if (time.getValue() == most) {
                modes.add(time.getKey());
            }
        }
        modes.sort(null);
        return modes.size() > MOST_MODES ? List.of() : modes;
    }

    @Override
    protected Aggregator<TimesResult> getThreadAggregator() {
        return TimesResult::together;
    }

    @Override
    protected Aggregator<TimesResult> getIterationAggregator() {
        return TimesResult::together;
    }

    private static TimesResult together(Collection<TimesResult> results) {
        MultisetStatistics all = new MultisetStatistics();
        for (TimesResult result : results) {
            result.statistics.getRawData().forEachRemaining(time -> all.addValue(time.getKey(), time.getValue()));
        }
        return new TimesResult(results.iterator().next().label, all);
    }

    /** Returns what an iteration has in which no unit was completed. */
    @Override
    protected TimesResult getZeroResult() {
        return new TimesResult(label, new MultisetStatistics());
    }
}
