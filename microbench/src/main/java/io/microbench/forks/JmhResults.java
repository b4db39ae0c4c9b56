// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.Signs;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.IterationSigns.Stops;
import io.microbench.result.Metric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.util.Statistics;

/** Turns JMH's results into records. */
public final class JmhResults {

    /** Prefix of the names of profilers' results in JMH 1.36 and older. */
    static final String OLD_PREFIX = "\u00b7";

    /** Results of the garbage collector and of the fork itself: in the record, but not printed after each iteration. */
    private static final Set<String> UNPRINTED = Set.of("gc.", OLD_PREFIX + "gc.", Signs.PREFIX);

    private static final MathContext NINE_DIGITS = new MathContext(9);

    private JmhResults() {}

    public static IterationResult iteration(
            IterationType type, int number, Instant end, org.openjdk.jmh.results.IterationResult data) {
        Result<?> primary = data.getPrimaryResult();
        return new IterationResult(
                type == IterationType.WARMUP ? IterationResult.Phase.WARMUP : IterationResult.Phase.MEASUREMENT,
                number,
                end.truncatedTo(ChronoUnit.MILLIS),
                primary.getScore(),
                primary instanceof SampleTimeResult ? primary.getSampleCount() : 1,
                primary instanceof SampleTimeResult ? percentiles(primary.getStatistics()) : Map.of(),
                rounded(metrics(data.getSecondaryResults())),
                signs(data.getSecondaryResults()));
    }

    @SuppressWarnings("rawtypes") // JMH returns raw types.
    private static Optional<IterationSigns> signs(Map<String, Result> results) {
        return results.containsKey(Signs.SECONDS)
                ? Optional.of(new IterationSigns(
                        micro(results, Signs.SECONDS),
                        micro(results, Signs.STARVATION),
                        micro(results, Signs.COMPILING),
                        micro(results, Signs.COLLECTING),
                        micro(results, Signs.STOLEN),
                        micro(results, Signs.THROTTLED),
                        sign(results, Signs.STARVED) > 0,
                        stops(results)))
                : Optional.empty();
    }

    @SuppressWarnings("rawtypes") // JMH returns raw types.
    private static Optional<Stops> stops(Map<String, Result> results) {
        return results.containsKey(Signs.STOPS)
                ? Optional.of(new Stops((long) sign(results, Signs.STOPS), micro(results, Signs.STOPPED)))
                : Optional.empty();
    }

    /**
     * Returns an iteration with the score of its units of work in place of JMH's, which becomes the secondary result
     * {@link Metric#BODY}; the same iteration if the fork has sent no such score.
     */
    @SuppressWarnings("rawtypes") // JMH returns raw types.
    static org.openjdk.jmh.results.IterationResult scored(org.openjdk.jmh.results.IterationResult data) {
        org.openjdk.jmh.results.IterationResult body = like(data);
        org.openjdk.jmh.results.IterationResult scored = like(data);
        for (Result primary : data.getRawPrimaryResults()) {
            (primary.getLabel().equals(Signs.UNITS) ? scored : body).addResult(primary);
        }
        if (scored.getRawPrimaryResults().isEmpty()) {
            return data;
        }
        Result<?> jmh = body.getPrimaryResult();
        scored.addResult(new ScalarResult(Metric.BODY, jmh.getScore(), jmh.getScoreUnit(), AggregationPolicy.AVG));
        scored.addResults(data.getRawSecondaryResults().values());
        return scored;
    }

    /** Returns a fork's result with {@link #scored} iterations. */
    static BenchmarkResult scored(BenchmarkResult fork) {
        return of(
                fork,
                fork.getIterationResults().stream().map(JmhResults::scored).toList());
    }

    private static org.openjdk.jmh.results.IterationResult like(org.openjdk.jmh.results.IterationResult data) {
        return new org.openjdk.jmh.results.IterationResult(
                data.getBenchmarkParams(), data.getParams(), data.getMetadata());
    }

    static boolean isStarved(org.openjdk.jmh.results.IterationResult iteration) {
        return sign(iteration.getSecondaryResults(), Signs.STARVED) > 0;
    }

    /** Returns a sign, rounded to microseconds or millionths of a share. */
    @SuppressWarnings("rawtypes") // JMH returns raw types.
    private static double micro(Map<String, Result> results, String name) {
        return Math.rint(sign(results, name) * 1e6) / 1e6;
    }

    /**
     * Rounds the secondary results of an iteration to nine digits. Further digits are noise, and would make up most of
     * a record.
     */
    private static Map<String, Metric> rounded(Map<String, Metric> metrics) {
        metrics.replaceAll(
                (label, metric) -> new Metric(digits(metric.score()), digits(metric.error()), metric.unit()));
        return metrics;
    }

    private static double digits(double value) {
        return Double.isFinite(value) ? new BigDecimal(value, NINE_DIGITS).doubleValue() : value;
    }

    /** Returns one of the values that the fork reports with an iteration; 0 if it does not report it. */
    @SuppressWarnings("rawtypes") // JMH returns raw types.
    static double sign(Map<String, Result> results, String name) {
        Result result = results.get(name);
        return result == null ? 0 : result.getScore();
    }

    private static Map<String, Double> percentiles(Statistics statistics) {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        IterationResult.PERCENTILES.forEach(p -> percentiles.put(Double.toString(p), statistics.getPercentile(p)));
        return percentiles;
    }

    @SuppressWarnings("rawtypes") // JMH returns raw types.
    public static Map<String, Metric> metrics(Map<String, Result> results) {
        Map<String, Metric> metrics = new TreeMap<>();
        results.forEach((label, result) -> {
            if (!label.startsWith(Signs.PREFIX)) {
                metrics.put(
                        label.startsWith(OLD_PREFIX) ? label.substring(OLD_PREFIX.length()) : label, metric(result));
            }
        });
        return metrics;
    }

    /** Returns the texts of results without a number, such as those of profilers that sample methods. */
    @SuppressWarnings("rawtypes") // JMH returns raw types.
    public static Map<String, String> texts(Map<String, Result> results) {
        Map<String, String> texts = new TreeMap<>();
        results.forEach((label, result) -> {
            if (!label.startsWith(Signs.PREFIX) && Double.isNaN(result.getScore())) {
                texts.put(label, result.extendedInfo());
            }
        });
        return texts;
    }

    public static Metric metric(Result<?> result) {
        return new Metric(result.getScore(), result.getScoreError(), result.getScoreUnit());
    }

    /** Returns JMH's result for some iterations of a fork, with the results of profilers for the whole fork. */
    static BenchmarkResult of(BenchmarkResult whole, Collection<org.openjdk.jmh.results.IterationResult> iterations) {
        BenchmarkResult part = new BenchmarkResult(whole.getParams(), iterations, whole.getMetadata());
        whole.getBenchmarkResults().values().forEach(part::addBenchmarkResult);
        return part;
    }

    /** Reports a fork with JMH's summary over the given forks, which are all forks of its case so far. */
    public static ForkReport report(ForkRun.Outcome ended, List<BenchmarkResult> all) {
        if (all.isEmpty()) {
            return new ForkReport(ended.fork(), Optional.empty(), Map.of(), Map.of(), ended.classes());
        }
        List<BenchmarkResult> counting = all.stream().map(JmhResults::counting).toList();
        BenchmarkResult merged = new RunResult(all.get(0).getParams(), counting).getAggregatedResult();
        return new ForkReport(
                ended.fork(),
                Optional.of(metric(merged.getPrimaryResult())),
                metrics(merged.getSecondaryResults()),
                texts(merged.getSecondaryResults()),
                ended.classes());
    }

    /** Removes iterations without a score, in which no unit of work ended, unless no iteration has one. */
    private static BenchmarkResult counting(BenchmarkResult fork) {
        List<org.openjdk.jmh.results.IterationResult> scored = fork.getIterationResults().stream()
                .filter(iteration -> !Double.isNaN(iteration.getPrimaryResult().getScore()))
                .toList();
        return scored.isEmpty() ? fork : of(fork, scored);
    }

    /**
     * Runs code of JMH that formats numbers in the default locale, with {@link Locale#ROOT} as the default. The default
     * locale is global in the JVM, so only one thread at a time changes it.
     */
    public static void inOneLocale(Runnable printing) {
        synchronized (JmhResults.class) {
            Locale before = Locale.getDefault(Locale.Category.FORMAT);
            Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
            try {
                printing.run();
            } finally {
                Locale.setDefault(Locale.Category.FORMAT, before);
            }
        }
    }

    /**
     * Removes results that are in the record, but not printed after each iteration: those of the garbage collector and, if the score is the
     * time of a unit of work, the many other numbers about units.
     */
    @SuppressWarnings("rawtypes") // JMH returns raw types.
    public static org.openjdk.jmh.results.IterationResult withoutGc(org.openjdk.jmh.results.IterationResult data) {
        org.openjdk.jmh.results.IterationResult rest = like(data);
        rest.addResults(data.getRawPrimaryResults());
        boolean ofUnits = data.getRawSecondaryResults().keys().contains(Metric.BODY);
        for (Map.Entry<String, Collection<Result>> entry :
                data.getRawSecondaryResults().entrySet()) {
            if (isPrinted(entry.getKey(), ofUnits)) {
                rest.addResults(entry.getValue());
            }
        }
        return rest;
    }

    private static boolean isPrinted(String label, boolean ofUnits) {
        return UNPRINTED.stream().noneMatch(label::startsWith)
                && !(ofUnits && label.startsWith(Metric.UNITS) && !label.equals(Metric.BODY));
    }
}
