// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import io.microbench.fork.Signs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarDerivativeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.SampleBuffer;
import org.openjdk.jmh.util.Statistics;

/**
 * Counts and times of units in one iteration.
 *
 * @param seconds the time from the iteration's beginning to its end, without the time for stragglers
 * @param begun units begun within that time
 * @param completed units completed within that time
 * @param failed units that failed, at any time before the deadline for stragglers
 * @param late units completed after the end of the iteration, and units of earlier iterations completed since the previous iteration
 * @param unfinished units begun, but not completed before the deadline
 * @param twice completions of units that were already complete
 * @param mostInFlight the largest observed number of units in flight
 * @param latency the time of each completed unit from its start to its completion, in nanoseconds
 * @param gaps the times between successive completions by any thread, in nanoseconds
 */
record AsyncCounts(
        double seconds,
        long begun,
        long completed,
        long failed,
        long late,
        long unfinished,
        long twice,
        long mostInFlight,
        Histogram latency,
        Histogram gaps) {

    private static final String PREFIX = "async.";

    /** Returns these counts as JMH results, which JMH adds, averages or merges across iterations and forks. */
    List<Result<?>> results() {
        List<Result<?>> results = new ArrayList<>();
        results.add(new ScalarResult(PREFIX + "throughput", completed / seconds, "units/s", AggregationPolicy.AVG));
        results.add(units("completed", completed, AggregationPolicy.SUM));
        results.add(units("failed", failed, AggregationPolicy.SUM));
        results.add(units("late", late, AggregationPolicy.SUM));
        results.add(units("unfinished", unfinished, AggregationPolicy.SUM));
        results.add(units("completedTwice", twice, AggregationPolicy.SUM));
        results.add(units("mostInFlight", mostInFlight, AggregationPolicy.MAX));
        addTimes(results, "latency", latency);
        addTimes(results, "gap", gaps);
        return results;
    }

    /**
     * Returns the time of a unit as a score, in the mode and unit of time of a benchmark: the mean, or the single times in sample mode,
     * or the reciprocal of the mean in throughput mode. NaN if no unit was timed.
     *
     * @param times the latency or the gaps
     */
    static Result<?> score(Histogram times, BenchmarkParams benchmark) {
        TimeUnit unit = benchmark.getTimeUnit();
        return switch (benchmark.getMode()) {
            case Throughput ->
                new ThroughputResult(ResultRole.PRIMARY, Signs.UNITS, (double) times.total(), times.nanos(), unit);
            case SampleTime -> new SampleTimeResult(ResultRole.PRIMARY, Signs.UNITS, samples(times), unit);
            case SingleShotTime ->
                new SingleShotResult(ResultRole.PRIMARY, Signs.UNITS, times.nanos(), times.total(), unit);
            default ->
                new AverageTimeResult(ResultRole.PRIMARY, Signs.UNITS, (double) times.total(), times.nanos(), unit);
        };
    }

    private static SampleBuffer samples(Histogram times) {
        SampleBuffer samples = new SampleBuffer();
        times.forEach((nanos, count) -> {
            for (long i = 0; i < count; i++) {
                samples.add(Math.round(nanos));
            }
        });
        return samples;
    }

    private static Result<?> units(String name, long number, AggregationPolicy policy) {
        return new ScalarResult(PREFIX + name, (double) number, "units", policy);
    }

    private static void addTimes(List<Result<?>> results, String name, Histogram times) {
        if (times.total() > 0) {
            results.add(TimesResult.of(PREFIX + name, times));
        }
    }

    /**
     * Holds the times of many units in microseconds; its score is their mean. It has further results: percentiles as JMH defines them
     * (type 6 of Hyndman and Fan), the smallest and the largest time ({@code p0.00}, {@code p1.00}), their number ({@code samples}),
     * their standard deviation ({@code deviation}), and the most frequent times ({@code mode}).
     *
     * <p>Across iterations and forks, the times are merged, not their percentiles.
     */
    static final class TimesResult extends Result<TimesResult> {

        private static final long serialVersionUID = 1;

        /** The unit in JMH's notation; the operation is the unit of work. */
        private static final String UNIT = "us/op";

        private static final double NANOS = 1000;

        private static final List<String> PERCENTILES = List.of("0.00", "0.50", "0.90", "0.99", "0.999", "1.00");

        /** Maximum number of modes: if more times are equally frequent, there is no mode. */
        private static final int MOST_MODES = 9;

        /** Maximum number of distinct times that are stored exactly; with more, times are counted in the buckets of a histogram. */
        private static final int MOST_DIFFERENT = 20_000;

        private TimesResult(String label, Statistics micros) {
            super(ResultRole.SECONDARY, label, micros, UNIT, AggregationPolicy.AVG);
        }

        static TimesResult of(String label, Histogram times) {
            MultisetStatistics micros = new MultisetStatistics();
            times.forEach((nanos, count) -> micros.addValue(nanos / NANOS, count));
            return new TimesResult(label, micros);
        }

        @Override
        @SuppressWarnings("rawtypes") // as in JMH
        protected Collection<? extends Result> getDerivativeResults() {
            List<Result> results = new ArrayList<>();
            if (statistics.getN() > 0) {
                for (String fraction : PERCENTILES) {
                    double percent = 100 * Double.parseDouble(fraction);
                    results.add(derived("p" + fraction, statistics.getPercentile(percent), UNIT));
                }
                if (statistics.getN() > 1) {
                    results.add(derived("deviation", statistics.getStandardDeviation(), UNIT));
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

        /**
         * Returns the most frequent times, the shortest first; empty if each occurred once, or too many times are equally frequent.
         *
         * <p>Buckets have different widths, so counts are compared in cells as wide as the bucket with the highest count: narrower
         * buckets within a cell are added, and wider buckets count in proportion. The densest times of the best cell are returned.
         */
        private List<Double> modes() {
            SortedMap<Double, Long> times = new TreeMap<>();
            Map<Double, Double> sums = new HashMap<>();
            statistics.getRawData().forEachRemaining(time -> {
                double bucket = Histogram.middleOf(Math.round(time.getKey() * NANOS)) / NANOS;
                times.merge(bucket, time.getValue(), Long::sum);
                sums.merge(bucket, time.getKey() * time.getValue(), Double::sum);
            });
            long most = times.values().stream().mapToLong(count -> count).max().orElse(0);
            if (most < 2) {
                return List.of();
            }
            long width = times.entrySet().stream()
                    .filter(time -> time.getValue() == most)
                    .mapToLong(time -> width(time.getKey()))
                    .max()
                    .orElse(1);
            Map<Long, Double> cells = new HashMap<>();
            Map<Long, Double> densest = new HashMap<>();
            times.forEach((time, count) -> {
                double density = (double) count / width(time);
                cells.merge(cell(time, width), density * Math.min(width, width(time)), Double::sum);
                densest.merge(cell(time, width), density, Math::max);
            });
            double best = Collections.max(cells.values());
            List<Double> modes = times.entrySet().stream()
                    .filter(time -> cells.getOrDefault(cell(time.getKey(), width), 0.0) == best)
                    .filter(time -> (double) time.getValue() / width(time.getKey())
                            == densest.getOrDefault(cell(time.getKey(), width), 0.0))
                    .map(time -> sums.getOrDefault(time.getKey(), Double.NaN) / time.getValue())
                    .toList();
            return modes.size() > MOST_MODES ? List.of() : modes;
        }

        private static long width(double micros) {
            return Histogram.width(Math.round(micros * NANOS));
        }

        private static long cell(double micros, long width) {
            return Math.round(micros * NANOS) / width;
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
            String label = results.iterator().next().label;
            MultisetStatistics all = new MultisetStatistics();
            Histogram buckets = new Histogram();
            int different = 0;
            for (TimesResult result : results) {
                Iterator<Map.Entry<Double, Long>> times = result.statistics.getRawData();
                while (times.hasNext()) {
                    Map.Entry<Double, Long> time = times.next();
                    all.addValue(time.getKey(), time.getValue());
                    buckets.addSum(Math.round(time.getKey() * NANOS * time.getValue()), time.getValue());
                    different++;
                }
            }
            return different > MOST_DIFFERENT ? of(label, buckets) : new TimesResult(label, all);
        }

        @Override
        protected TimesResult getZeroResult() {
            return new TimesResult(label, new MultisetStatistics());
        }
    }
}
