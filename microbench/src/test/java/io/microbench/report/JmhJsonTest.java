// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the written file with the output of JMH's writer for the same results. */
class JmhJsonTest {

    private static final String VM_NAME = "OpenJDK 64-Bit Server VM";
    private static final String VM_VERSION = "21.0.5+11-LTS";
    private static final List<String> ARGUMENTS = List.of("-Xms512m", "-Dodd=\"a,b\\[c]{};<>&\"");

    @Test
    void equalsJmhFileForThroughput() {
        RunResult run = jmh(
                Mode.Throughput,
                Map.of("size", "1024", "kind", "odd \"[;]\" & co"),
                iteration -> List.of(
                        new ThroughputResult(
                                ResultRole.PRIMARY, "m", 1000 + 13 * iteration, 1_000_000_000, TimeUnit.SECONDS),
                        new ScalarResult("gc.alloc.rate.norm", 24 + iteration, "B/op", AggregationPolicy.AVG),
                        new ScalarResult("gc.count", iteration, "counts", AggregationPolicy.SUM)));
        assertSame(ours(run), theirs(run));
    }

    @Test
    void equalsJmhFileWithoutParametersAndWithTooFewIterations() {
        RunResult run = jmh(
                Mode.AverageTime,
                Map.of(),
                iteration -> iteration > 1
                        ? List.of()
                        : List.of(new ScalarResult("m", 17, "ns/op", AggregationPolicy.AVG) {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public ResultRole getRole() {
                                return ResultRole.PRIMARY;
                            }
                        }));
        JsonNode theirs = theirs(run);
        assertThat(theirs.at("/0/primaryMetric/scoreError").asString()).isEqualTo("NaN");
        assertSame(ours(run), theirs);
    }

    /** Single operations are not stored: the histogram has one pair per iteration, and two percentiles are unknown. */
    @Test
    void differsFromJmhInSampleModeOnlyAsDocumented() {
        RunResult run = jmh(Mode.SampleTime, Map.of(), iteration -> {
            SampleBuffer buffer = new SampleBuffer();
            for (int i = 1; i <= 100; i++) {
                buffer.add(i * 100L * iteration);
            }
            return List.of(new SampleTimeResult(ResultRole.PRIMARY, "m", buffer, TimeUnit.NANOSECONDS));
        });
        JsonNode ours = ours(run).get(0);
        JsonNode theirs = theirs(run).get(0);
        assertThat(ours.propertyNames()).containsExactlyElementsOf(theirs.propertyNames());
        assertThat(ours.get("primaryMetric").propertyNames())
                .containsExactlyElementsOf(theirs.get("primaryMetric").propertyNames());
        assertSame(ours.get("secondaryMetrics"), theirs.get("secondaryMetrics"));
        JsonNode percentiles = ours.at("/primaryMetric/scorePercentiles");
        for (String known : List.of("0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "100.0")) {
            assertSame(
                    percentiles.get(known),
                    theirs.at("/primaryMetric/scorePercentiles").get(known));
        }
        assertThat(percentiles.get("99.999").asString()).isEqualTo("NaN");
        JsonNode histogram = ours.at("/primaryMetric/rawDataHistogram");
        assertThat(histogram.size()).isEqualTo(2);
        assertThat(histogram.at("/0/0/0/0").asDouble()).isCloseTo(5050, withinPercentage(0.1));
        assertThat(histogram.at("/0/0/0/1").asInt()).isEqualTo(100);
    }

    @Test
    void omitsCasesWithoutScore() {
        CaseResult failed = Samples.failed(Samples.id("m", Map.of(), 1), "boom");
        assertThat(JsonMapper.shared()
                        .readTree(written("1.37", List.of(failed)))
                        .size())
                .isZero();
        assertThat(JsonMapper.shared()
                        .readTree(written("1.37", Samples.cases()))
                        .size())
                .isEqualTo(2);
    }

    @Test
    void writesSpecialNumbersLikeJmh() {
        CaseResult odd = Samples.measured(
                Samples.id("m", Map.of(), 1),
                new Metric(Double.POSITIVE_INFINITY, Double.NaN, "ops/s"),
                new double[] {Double.NEGATIVE_INFINITY});
        JsonNode metric =
                JsonMapper.shared().readTree(written("1.37", List.of(odd))).at("/0/primaryMetric");
        assertThat(metric.get("score").asString()).isEqualTo("+INF");
        assertThat(metric.get("scoreError").asString()).isEqualTo("NaN");
        assertThat(metric.at("/rawData/0/0").asString()).isEqualTo("-INF");
    }

    @ParameterizedTest
    @CsvSource({
        "PT1S, 1 s",
        "PT0.1S, 100 ms",
        "PT1.5S, 1500 ms",
        "PT0.00025S, 250 us",
        "PT0S, single-shot",
        "PT1M, 60 s"
    })
    void writesTimesLikeJmh(Duration time, String text) {
        assertThat(JmhJson.time(time)).isEqualTo(text);
    }

    private static void assertSame(JsonNode ours, JsonNode theirs) {
        assertThat(paths("", ours)).containsExactlyElementsOf(paths("", theirs));
    }

    /** Flattens a tree to its leaves in order; numbers to twelve digits, because sums depend on their order. */
    private static List<String> paths(String at, JsonNode node) {
        List<String> leaves = new ArrayList<>();
        if (node.isObject()) {
            node.properties().forEach(e -> leaves.addAll(paths(at + "/" + e.getKey(), e.getValue())));
        } else if (node.isArray()) {
            leaves.add(at + " has " + node.size());
            for (int i = 0; i < node.size(); i++) {
                leaves.addAll(paths(at + "/" + i, node.get(i)));
            }
        } else {
            leaves.add(at + " = " + (node.isNumber() ? String.format("%.12g", node.asDouble()) : node.toString()));
        }
        return leaves;
    }

    private static JsonNode theirs(RunResult run) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(List.of(run));
        out.flush();
        return JsonMapper.shared().readTree(bytes.toByteArray());
    }

    private static JsonNode ours(RunResult run) {
        return JsonMapper.shared().readTree(written("1.37", List.of(result(run))));
    }

    /** Creates JMH's result of two forks with three measured iterations each. */
    private static RunResult jmh(
            Mode mode, Map<String, String> parameters, IntFunction<List<? extends Result<?>>> results) {
        WorkloadParams workload = new WorkloadParams();
        new TreeMap<>(parameters).forEach((name, value) -> workload.put(name, value, 0));
        BenchmarkParams params = new BenchmarkParams(
                Samples.ALLOCATOR + ".m",
                "generated",
                true,
                2,
                new int[] {1},
                List.of("m"),
                2,
                0,
                new IterationParams(IterationType.WARMUP, 2, TimeValue.seconds(1), 1),
                new IterationParams(IterationType.MEASUREMENT, 3, TimeValue.milliseconds(250), 4),
                mode,
                workload,
                TimeUnit.SECONDS,
                1,
                "/opt/jdk/bin/java",
                ARGUMENTS,
                "21.0.5",
                VM_NAME,
                VM_VERSION,
                "1.37",
                TimeValue.minutes(10));
        List<BenchmarkResult> forks = new ArrayList<>();
        for (int fork = 0; fork < 2; fork++) {
            List<org.openjdk.jmh.results.IterationResult> iterations = new ArrayList<>();
            for (int i = 1; i <= 3; i++) {
                List<? extends Result<?>> made = results.apply(3 * fork + i);
                if (!made.isEmpty()) {
                    var iteration = new org.openjdk.jmh.results.IterationResult(params, params.getMeasurement(), null);
                    iteration.addResults(made);
                    iterations.add(iteration);
                }
            }
            if (!iterations.isEmpty()) {
                forks.add(new BenchmarkResult(params, iterations));
            }
        }
        return new RunResult(params, forks);
    }

    private static CaseResult result(RunResult run) {
        BenchmarkParams params = run.getParams();
        TreeMap<String, String> parameters = new TreeMap<>();
        params.getParamsKeys().forEach(name -> parameters.put(name, params.getParam(name)));
        List<ForkResult> forks = new ArrayList<>();
        for (BenchmarkResult fork : run.getBenchmarkResults()) {
            List<IterationResult> iterations = new ArrayList<>();
            fork.getIterationResults().forEach(i -> iterations.add(iteration(i)));
            forks.add(ForkResult.builder(forks.size() + 1)
                    .pid(1)
                    .start(Samples.START)
                    .end(Samples.START)
                    .jvm(params.getJvm())
                    .jdkVersion(params.getJdkVersion())
                    .vm(VM_NAME + ", " + VM_VERSION)
                    .jvmArgs(ARGUMENTS)
                    .blackholeMode("")
                    .iterations(iterations)
                    .build());
        }
        CasePlan like = Samples.plan(params.getMode().shortLabel(), 2, 2);
        CasePlan plan = CasePlan.builder(like.mode())
                .timeUnit("SECONDS")
                .threads(2)
                .forks(2)
                .warmup(like.warmup())
                .measurement(new IterationPlan(3, Duration.ofMillis(250), 4))
                .timeout(like.timeout())
                .jvm(like.jvm())
                .jvmArgs(ARGUMENTS)
                .profilers(like.profilers())
                .build();
        return new CaseResult(
                new CaseId(Samples.ALLOCATOR, "m", parameters, 2, Optional.empty()),
                plan,
                Status.DONE,
                "",
                Optional.of(metric(run.getPrimaryResult())),
                metrics(run.getSecondaryResults()),
                forks);
    }

    private static IterationResult iteration(org.openjdk.jmh.results.IterationResult of) {
        Result<?> primary = of.getPrimaryResult();
        return new IterationResult(
                Phase.MEASUREMENT,
                1,
                Samples.START,
                primary.getScore(),
                primary.getSampleCount(),
                Map.of(),
                metrics(of.getSecondaryResults()),
                Optional.empty());
    }

    @SuppressWarnings("rawtypes")
    private static Map<String, Metric> metrics(Map<String, Result> results) {
        Map<String, Metric> metrics = new TreeMap<>();
        results.forEach((label, result) -> metrics.put(label, metric(result)));
        return metrics;
    }

    private static Metric metric(Result<?> result) {
        return new Metric(result.getScore(), result.getScoreError(), result.getScoreUnit());
    }

    private static String written(String jmhVersion, List<CaseResult> cases) {
        StringWriter text = new StringWriter();
        try {
            JmhJson.write(jmhVersion, cases, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
