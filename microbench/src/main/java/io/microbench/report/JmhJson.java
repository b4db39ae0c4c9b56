// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    /**
     * Writes the JSON of all cases that have a score, in the given order, piece by piece.
     *
     * @param jmhVersion version of JMH that measured
     * @param cases the cases; those without a score are left out, as JMH does
     * @throws IOException if the writer does
     */
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
}
