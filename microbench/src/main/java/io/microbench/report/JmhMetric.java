// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.stats.Percentiles;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** One metric of a case as JMH's JSON shows it: score, interval, percentiles, and the values of every iteration. */
final class JmhMetric {

    /** The percentiles that JMH writes. */
    private static final double[] PERCENTILES = {0.00, 50.0, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

    private final Metric metric;
    private final double[] interval;
    private final DoubleUnaryOperator percentile;
    private final String rawKey;
    private final List<List<double[]>> raw;

    private JmhMetric(
            Metric metric, double[] interval, DoubleUnaryOperator percentile, String rawKey, List<List<double[]>> raw) {
        this.metric = metric;
        this.interval = interval;
        this.percentile = percentile;
        this.rawKey = rawKey;
        this.raw = raw;
    }

    static JmhMetric primary(CaseResult result, Metric score, List<ForkResult> forks) {
        double[] interval = {score.score() - score.error(), score.score() + score.error()};
        if (isSample(result)) {
            List<List<double[]>> histogram = perIteration(
                    forks, iteration -> Optional.of(new double[] {iteration.score(), iteration.samples()}));
            Map<Double, Double> known = samplePercentiles(result, forks);
            return new JmhMetric(
                    score, interval, p -> known.getOrDefault(p, Double.NaN), "rawDataHistogram", histogram);
        }
        List<List<double[]>> raw = perIteration(forks, iteration -> Optional.of(new double[] {iteration.score()}));
        return new JmhMetric(score, interval, quantiles(flat(raw), score.score()), "rawData", raw);
    }

    static JmhMetric secondary(CaseResult result, String label, Metric metric, List<ForkResult> forks) {
        List<List<double[]>> raw = perIteration(
                forks, iteration -> Optional.ofNullable(iteration.secondary().get(label))
                        .map(m -> new double[] {m.score()}));
        if (isSample(result) && label.matches("p[01]\\.\\d+")) {
            double[] none = {Double.NaN, Double.NaN};
            return new JmhMetric(metric, none, p -> metric.score(), "rawData", raw);
        }
        double[] values = flat(raw);
        // A sum, a minimum or a maximum has no error, and JMH gives it an interval of width 0.
        double half = Double.isNaN(metric.error()) && values.length > 2 ? 0 : metric.error();
        double[] interval = {metric.score() - half, metric.score() + half};
        return new JmhMetric(metric, interval, quantiles(values, metric.score()), "rawData", raw);
    }

    void write(JsonGenerator json) {
        write(json, "score", metric.score());
        write(json, "scoreError", metric.error());
        json.writeArrayPropertyStart("scoreConfidence");
        write(json, interval[0]);
        write(json, interval[1]);
        json.writeEndArray();
        json.writeObjectPropertyStart("scorePercentiles");
        for (double p : PERCENTILES) {
            write(json, Double.toString(p), percentile.applyAsDouble(p));
        }
        json.writeEndObject();
        json.writeStringProperty("scoreUnit", metric.unit());
        json.writeArrayPropertyStart(rawKey);
        for (List<double[]> fork : raw) {
            json.writeStartArray();
            fork.forEach(iteration -> writeRaw(json, iteration));
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void writeRaw(JsonGenerator json, double[] iteration) {
        if (iteration.length == 1) {
            write(json, iteration[0]);
            return;
        }
        json.writeStartArray();
        json.writeStartArray();
        write(json, iteration[0]);
        json.writeNumber((long) iteration[1]);
        json.writeEndArray();
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, String name, double value) {
        json.writeName(name);
        write(json, value);
    }

    private static void write(JsonGenerator json, double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeString(Double.isNaN(value) ? "NaN" : value > 0 ? "+INF" : "-INF");
        }
    }

    private static boolean isSample(CaseResult result) {
        return result.plan().mode().isSampled();
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

    private static List<List<double[]>> perIteration(
            List<ForkResult> forks, Function<IterationResult, Optional<double[]>> value) {
        return forks.stream()
                .map(fork -> fork.measured().stream()
                        .flatMap(iteration -> value.apply(iteration).stream())
                        .toList())
                .toList();
    }

    private static double[] flat(List<List<double[]>> raw) {
        return raw.stream().flatMap(List::stream).mapToDouble(v -> v[0]).toArray();
    }

    private static DoubleUnaryOperator quantiles(double[] values, double alone) {
        if (values.length == 0 || !Arrays.stream(values).allMatch(Double::isFinite)) {
            return p -> alone;
        }
        // JMH's percentile of a list is the legacy one of Apache Commons Math, which is the same type 6.
        return Percentiles.of(values)::at;
    }
}
