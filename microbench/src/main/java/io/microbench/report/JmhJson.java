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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.openjdk.jmh.runner.options.TimeValue;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Writes results in JMH's own JSON, the format of {@code -rf json}, so that every tool for JMH's files can read these.
 *
 * <p>Keys, their order and the spelling of special numbers are those of JMH 1.37's {@code JSONResultFormat}. With one
 * exception: in sample mode, a run keeps the mean and count of an iteration instead of every operation, so
 * {@code rawDataHistogram} has that one pair for each iteration; unknown percentiles are {@code "NaN"}.
 */
public final class JmhJson {

    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private JmhJson() {}

    /** Writes the JSON of all cases that have a score, in the given order, piece by piece. */
    public static void write(String jmhVersion, List<CaseResult> cases, Writer text) throws IOException {
        ObjectWriteContext.Base context = new ObjectWriteContext.Base() {
            @Override
            public DefaultPrettyPrinter getPrettyPrinter() {
                return new DefaultPrettyPrinter();
            }
        };
        try (JsonGenerator json = FACTORY.createGenerator(context, text)) {
            json.writeStartArray();
            for (CaseResult result : cases) {
                result.score().ifPresent(score -> write(json, jmhVersion, result, score));
            }
            json.writeEndArray();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
        text.append('\n');
    }

    private static void write(JsonGenerator json, String jmhVersion, CaseResult result, Metric score) {
        List<ForkResult> forks = delivered(result);
        json.writeStartObject();
        json.writeStringProperty("jmhVersion", jmhVersion);
        json.writeStringProperty("benchmark", result.id().benchmark());
        json.writeStringProperty("mode", result.plan().mode().label());
        json.writeNumberProperty("threads", result.plan().threads());
        json.writeNumberProperty("forks", result.plan().forks());
        writeJvm(json, result, forks);
        writeIterations(json, "warmup", result.plan().warmup());
        writeIterations(json, "measurement", result.plan().measurement());
        if (!result.id().parameters().isEmpty()) {
            json.writeObjectPropertyStart("params");
            result.id().parameters().forEach(json::writeStringProperty);
            json.writeEndObject();
        }
        json.writeObjectPropertyStart("primaryMetric");
        JmhMetric.primary(result, score, forks).write(json);
        json.writeEndObject();
        json.writeObjectPropertyStart("secondaryMetrics");
        result.secondary().forEach((label, metric) -> {
            json.writeObjectPropertyStart(label);
            JmhMetric.secondary(result, label, metric, forks).write(json);
            json.writeEndObject();
        });
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeJvm(JsonGenerator json, CaseResult result, List<ForkResult> forks) {
        String vm = forks.isEmpty() ? "" : forks.get(0).vm();
        int blank = vm.lastIndexOf(' ');
        json.writeStringProperty("jvm", forks.isEmpty() ? "" : forks.get(0).jvm());
        json.writeArrayPropertyStart("jvmArgs");
        List<String> arguments =
                forks.isEmpty() ? result.plan().jvmArgs() : forks.get(0).jvmArgs();
        arguments.forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty(
                "jdkVersion", forks.isEmpty() ? "" : forks.get(0).jdkVersion());
        json.writeStringProperty(
                "vmName", blank < 0 ? vm : vm.substring(0, blank).replaceAll(",$", ""));
        json.writeStringProperty("vmVersion", vm.substring(blank + 1));
    }

    private static void writeIterations(JsonGenerator json, String kind, IterationPlan plan) {
        json.writeNumberProperty(kind + "Iterations", plan.count());
        json.writeStringProperty(kind + "Time", time(plan.time()));
        json.writeNumberProperty(kind + "BatchSize", plan.batchSize());
    }

    /** Formats a duration as JMH does, in the largest unit up to seconds in which it is a whole number. */
    static String time(Duration time) {
        long nanos = time.toNanos();
        for (TimeUnit unit : new TimeUnit[] {TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS}) {
            if (nanos % unit.toNanos(1) == 0) {
                return new TimeValue(unit.convert(nanos, TimeUnit.NANOSECONDS), unit).toString();
            }
        }
        return new TimeValue(nanos, TimeUnit.NANOSECONDS).toString();
    }

    private static List<ForkResult> delivered(CaseResult result) {
        return result.forks().stream().filter(fork -> fork.failure().isEmpty()).toList();
    }

    /** One metric of a case as JMH's JSON shows it: score, interval, percentiles, and the values of every iteration. */
    static final class JmhMetric {

        private static final double[] PERCENTILES = {0.00, 50.0, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};

        private final Metric metric;
        private final double[] interval;
        private final DoubleUnaryOperator percentile;
        private final String rawKey;
        private final List<List<double[]>> raw;

        private JmhMetric(
                Metric metric,
                double[] interval,
                DoubleUnaryOperator percentile,
                String rawKey,
                List<List<double[]>> raw) {
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
            List<List<double[]>> raw = perIteration(forks, iteration -> Optional.ofNullable(
                            iteration.secondary().get(label))
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
}
