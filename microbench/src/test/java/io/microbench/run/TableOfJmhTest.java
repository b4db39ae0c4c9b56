// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.JmhResults;
import io.microbench.report.ConsoleReport;
import io.microbench.report.MarkdownReport;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.ForkResult;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.util.SampleBuffer;

/** Compares the tables with the one that JMH prints for the same results. */
class TableOfJmhTest {

    private static final String MODE_OF_PARAMS = "thrpt";

    /** Two threads of a group, a counter of events, one of operations, and a profiler with one result per fork. */
    private static BenchmarkResult group(int iterations) {
        List<IterationResult> results = new ArrayList<>();
        for (int i = 1; i <= iterations; i++) {
            IterationResult result = new IterationResult(JmhFixtures.params(), JmhFixtures.MEASUREMENT, null);
            for (String member : List.of("reader", "writer")) {
                double score = member.equals("reader") ? 10 + i : 20 + i * i;
                result.addResult(throughput(ResultRole.PRIMARY, "encode", score));
                result.addResult(throughput(ResultRole.SECONDARY, member, score));
            }
            result.addResult(new ScalarResult("collisions", 7 + i, "#", AggregationPolicy.SUM));
            result.addResult(throughput(ResultRole.SECONDARY, "hits", 3 + i));
            results.add(result);
        }
        BenchmarkResult fork = new BenchmarkResult(JmhFixtures.params(), results);
        fork.addBenchmarkResult(new ScalarResult("instructions", 17, "#/op", AggregationPolicy.AVG));
        return fork;
    }

    private static ThroughputResult throughput(ResultRole role, String label, double score) {
        return new ThroughputResult(role, label, score, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS);
    }

    private static BenchmarkResult samples() {
        List<IterationResult> results = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            SampleBuffer buffer = new SampleBuffer();
            for (int n = 1; n <= 50; n++) {
                buffer.add(1000L * n * i);
            }
            IterationResult result = new IterationResult(JmhFixtures.params(), JmhFixtures.MEASUREMENT, null);
            result.addResult(new SampleTimeResult(ResultRole.PRIMARY, "encode", buffer, TimeUnit.MICROSECONDS));
            result.addResult(new ScalarResult("collisions", 7 + i, "#", AggregationPolicy.SUM));
            results.add(result);
        }
        return new BenchmarkResult(JmhFixtures.params(), results);
    }

    private static String jmh(BenchmarkResult fork) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.TEXT, new PrintStream(printed, true, StandardCharsets.UTF_8))
                .writeOut(List.of(new RunResult(JmhFixtures.params(), List.of(fork))));
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static CaseResult ours(BenchmarkResult fork) {
        BenchmarkResult all = new RunResult(JmhFixtures.params(), List.of(fork)).getAggregatedResult();
        CasePlan plan = TestPlans.of(TableOfJmhTest.class, "encode")
                .mode(MODE_OF_PARAMS)
                .planned()
                .plan();
        List<io.microbench.result.IterationResult> iterations = new ArrayList<>();
        for (IterationResult iteration : fork.getIterationResults()) {
            iterations.add(
                    JmhResults.iteration(IterationType.MEASUREMENT, iterations.size() + 1, Instant.EPOCH, iteration));
        }
        ForkResult one = ForkResult.builder(1)
                .pid(1)
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .blackholeMode("compiler")
                .iterations(iterations)
                .secondary(JmhResults.metrics(fork.getSecondaryResults()))
                .build();
        return new CaseResult(
                new CaseId("io.acme.Codec", "encode", new TreeMap<>(Map.of("size", "1024")), 1, Optional.empty()),
                plan,
                Status.DONE,
                "",
                Optional.of(JmhResults.metric(all.getPrimaryResult())),
                JmhResults.metrics(all.getSecondaryResults()),
                List.of(one));
    }

    private static List<List<String>> words(String table) {
        return table.lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.strip().replace("i.a.Codec", "Codec").replace("Error (99.9%)", "Error"))
                .map(line -> List.of(line.split(" +")))
                .toList();
    }

    private static RunRecord run(BenchmarkResult fork, Path folder) {
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "run",
                Instant.EPOCH,
                Optional.of(Instant.EPOCH),
                new EnvironmentProbe(folder).probe(),
                List.of(),
                List.of(ours(fork)),
                Optional.empty());
    }

    private static String table(BenchmarkResult fork, Path folder) {
        return ConsoleReport.tables(run(fork, folder), Optional.empty(), ConsoleStyle.plain());
    }

    @Test
    void showsRowsAndNumbersOfJmhOnConsole(@TempDir Path folder) {
        for (BenchmarkResult fork : List.of(group(2), group(5), samples())) {
            assertThat(words(table(fork, folder))).hasSizeGreaterThan(4).isEqualTo(words(jmh(fork)));
        }
    }

    @Test
    void showsCountsOfGroupMembersWithTwoIterations(@TempDir Path folder) {
        assertThat(words(table(group(2), folder)))
                .contains(List.of("Codec.encode:reader", "1024", "thrpt", "2", "11.500", "ops/ms"));
    }

    @Test
    void showsRowsInMarkdownReport(@TempDir Path folder) {
        for (BenchmarkResult fork : List.of(group(2), group(5), samples())) {
            String report = MarkdownReport.render(run(fork, folder), Optional.empty());

            ours(fork).secondary().keySet().forEach(label -> assertThat(report)
                    .contains("| `encode(size=1024):" + label + "` | thrpt | "));
        }
    }
}
