// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.stats.Percentiles;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.TimeValue;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes results in JMH's JSON format ({@code -rf json}), for other tools.
 *
 * <p>Keys, their order and the spelling of special numbers are those of JMH 1.37's {@code JSONResultFormat}, except in sample mode: a run
 * record contains only the mean and count of each iteration, so {@code rawDataHistogram} has one pair per iteration, and unknown
 * percentiles are {@code "NaN"}.
 */
public final class JmhJson {

    private static final ObjectWriter WRITER = JsonMapper.shared()
            .writer()
            .with(SerializationFeature.INDENT_OUTPUT)
            .without(StreamWriteFeature.AUTO_CLOSE_TARGET);

    private JmhJson() {}

    /** Writes the JSON of all cases that have a score, in the given order, one case at a time. */
    public static void write(String jmhVersion, List<CaseResult> cases, Writer text) throws IOException {
        try (SequenceWriter json = WRITER.writeValuesAsArray(text)) {
            for (CaseResult result : cases) {
                result.score().ifPresent(score -> json.write(json(jmhVersion, result, score)));
            }
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
        text.append('\n');
    }

    private static Map<String, Object> json(String jmhVersion, CaseResult result, Metric score) {
        List<ForkResult> forks =
                result.forks().stream().filter(fork -> fork.failure().isEmpty()).toList();
        Optional<ForkResult> first = forks.stream().findFirst();
        String vm = first.map(ForkResult::vm).orElse("");
        int blank = vm.lastIndexOf(' ');
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("jmhVersion", jmhVersion);
        json.put("benchmark", result.id().benchmark());
        json.put("mode", result.plan().mode().label());
        json.put("threads", result.plan().threads());
        json.put("forks", result.plan().forks());
        json.put("jvm", first.map(ForkResult::jvm).orElse(""));
        json.put("jvmArgs", first.map(ForkResult::jvmArgs).orElse(result.plan().jvmArgs()));
        json.put("jdkVersion", first.map(ForkResult::jdkVersion).orElse(""));
        json.put("vmName", blank < 0 ? vm : vm.substring(0, blank).replaceAll(",$", ""));
        json.put("vmVersion", vm.substring(blank + 1));
        put(json, "warmup", result.plan().warmup());
        put(json, "measurement", result.plan().measurement());
        if (!result.id().parameters().isEmpty()) {
            json.put("params", result.id().parameters());
        }
        json.put("primaryMetric", JmhMetric.primary(result, score, forks));
        Map<String, Object> secondary = new LinkedHashMap<>();
        result.secondary()
                .forEach((label, metric) -> secondary.put(label, JmhMetric.secondary(result, label, metric, forks)));
        json.put("secondaryMetrics", secondary);
        return json;
    }

    private static void put(Map<String, Object> json, String kind, IterationPlan plan) {
        json.put(kind + "Iterations", plan.count());
        json.put(kind + "Time", time(plan.time()));
        json.put(kind + "BatchSize", plan.batchSize());
    }

    /** Formats a duration like JMH, in the largest unit up to seconds in which it is a whole number. */
    static String time(Duration time) {
        long nanos = time.toNanos();
        for (TimeUnit unit : new TimeUnit[] {TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS}) {
            if (nanos % unit.toNanos(1) == 0) {
                return new TimeValue(unit.convert(nanos, TimeUnit.NANOSECONDS), unit).toString();
            }
        }
        return new TimeValue(nanos, TimeUnit.NANOSECONDS).toString();
    }

    /** Writes a metric in JMH's JSON format: score, interval, percentiles, and the values of every iteration. */
    static final class JmhMetric {

        private static final double[] PERCENTILES = {0.00, 50.0, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

        private JmhMetric() {}

        static Map<String, Object> primary(CaseResult result, Metric score, List<ForkResult> forks) {
            if (result.plan().mode().isSampled()) {
                Map<Double, Double> known = samplePercentiles(result, forks);
                return json(
                        score,
                        score.error(),
                        p -> known.getOrDefault(p, Double.NaN),
                        "rawDataHistogram",
                        perIteration(
                                forks,
                                iteration ->
                                        Stream.of(List.of(List.of(number(iteration.score()), iteration.samples())))));
            }
            return raw(score, score.error(), forks, iteration -> DoubleStream.of(iteration.score()));
        }

        static Map<String, Object> secondary(CaseResult result, String label, Metric metric, List<ForkResult> forks) {
            Function<IterationResult, DoubleStream> values = iteration ->
                    Stream.ofNullable(iteration.secondary().get(label)).mapToDouble(Metric::score);
            if (result.plan().mode().isSampled() && label.matches("p[01]\\.\\d+")) {
                return json(metric, Double.NaN, p -> metric.score(), "rawData", perIteration(forks, boxed(values)));
            }
            // JMH writes an interval of width 0 for a sum, a minimum or a maximum, which has no error.
            boolean exact = Double.isNaN(metric.error()) && flat(forks, values).length > 2;
            return raw(metric, exact ? 0 : metric.error(), forks, values);
        }

        private static Map<String, Object> raw(
                Metric metric, double half, List<ForkResult> forks, Function<IterationResult, DoubleStream> values) {
            double[] all = flat(forks, values);
            boolean finite = all.length > 0 && Arrays.stream(all).allMatch(Double::isFinite);
            // Like JMH, which uses the legacy estimate of Apache Commons Math (type 6).
            DoubleUnaryOperator percentile = finite ? Percentiles.of(all)::at : p -> metric.score();
            return json(metric, half, percentile, "rawData", perIteration(forks, boxed(values)));
        }

        private static Map<String, Object> json(
                Metric metric, double half, DoubleUnaryOperator percentile, String rawKey, List<?> raw) {
            Map<String, Object> percentiles = new LinkedHashMap<>();
            for (double p : PERCENTILES) {
                percentiles.put(Double.toString(p), number(percentile.applyAsDouble(p)));
            }
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("score", number(metric.score()));
            json.put("scoreError", number(metric.error()));
            json.put("scoreConfidence", List.of(number(metric.score() - half), number(metric.score() + half)));
            json.put("scorePercentiles", percentiles);
            json.put("scoreUnit", metric.unit());
            json.put(rawKey, raw);
            return json;
        }

        private static Object number(double value) {
            if (Double.isFinite(value)) {
                return value;
            }
            return Double.isNaN(value) ? "NaN" : value > 0 ? "+INF" : "-INF";
        }

        /** Returns the known percentiles of single operations: JMH's results {@code p0.00} to {@code p1.00}. */
        private static Map<Double, Double> samplePercentiles(CaseResult result, List<ForkResult> forks) {
            Map<Double, Double> known = new TreeMap<>();
            if (forks.size() == 1 && forks.get(0).measured().size() == 1) {
                forks.get(0).measured().forEach(i -> i.percentiles()
                        .forEach((p, value) -> known.put(Double.parseDouble(p), value)));
            }
            for (double p : PERCENTILES) {
                String label = "p" + (p == 100 ? "1.00" : fraction(p));
                Optional.ofNullable(result.secondary().get(label)).ifPresent(m -> known.put(p, m.score()));
            }
            return known;
        }

        private static String fraction(double percentile) {
            String text = String.format(Locale.ROOT, "%.6f", percentile / 100);
            return text.replaceAll("(\\.\\d\\d\\d*?)0+$", "$1");
        }

        private static double[] flat(List<ForkResult> forks, Function<IterationResult, DoubleStream> values) {
            return forks.stream()
                    .flatMap(fork -> fork.measured().stream())
                    .flatMapToDouble(values)
                    .toArray();
        }

        private static Function<IterationResult, Stream<?>> boxed(Function<IterationResult, DoubleStream> values) {
            return iteration -> values.apply(iteration).mapToObj(JmhMetric::number);
        }

        private static List<?> perIteration(List<ForkResult> forks, Function<IterationResult, Stream<?>> values) {
            return forks.stream()
                    .map(fork -> fork.measured().stream().flatMap(values).toList())
                    .toList();
        }
    }
}
