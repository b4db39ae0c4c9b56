// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Environment;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Creates records of synthetic runs. */
public final class Samples {

    static final Instant START = MadeRecords.START;
    static final String ALLOCATOR = "io.netty.microbench.buffer.ByteBufAllocatorBenchmark";

    private Samples() {}

    static CaseId id(String method, Map<String, String> parameters, int threads) {
        return new CaseId(ALLOCATOR, method, new TreeMap<>(parameters), threads, Optional.empty());
    }

    static CasePlan plan(String mode, int threads, int forks) {
        Duration second = Duration.ofSeconds(1);
        return CasePlan.builder(Mode.of(mode))
                .timeUnit("MILLISECONDS")
                .threads(threads)
                .forks(forks)
                .warmup(new IterationPlan(2, second, 1))
                .measurement(new IterationPlan(3, second, 1))
                .jvmArgs(List.of("-Xms512m", "-Dquote=\"a,b\""))
                .profilers(List.of("gc"))
                .build();
    }

    /** Returns a case with two warm-up iterations before the measured ones, which are given fork by fork. */
    static CaseResult measured(CaseId id, Metric score, double[]... forks) {
        List<ForkResult> results = new ArrayList<>();
        for (double[] fork : forks) {
            results.add(fork(results.size() + 1, fork, Optional.empty()));
        }
        return new CaseResult(
                id,
                plan("thrpt", id.threads(), forks.length),
                Status.DONE,
                "",
                Optional.of(score),
                Map.of("gc.alloc.rate.norm", new Metric(24.00001, 0.001, "B/op")),
                results);
    }

    static ForkResult fork(int number, double[] scores, Optional<Failure> failure) {
        List<IterationResult> iterations = new ArrayList<>();
        Instant start = START.plusSeconds(10L * number);
        for (int i = 0; i < 2; i++) {
            iterations.add(iteration(Phase.WARMUP, i + 1, start, scores.length == 0 ? 1 : scores[0] / (3 - i)));
        }
        for (int i = 0; i < scores.length; i++) {
            iterations.add(iteration(Phase.MEASUREMENT, i + 1, start, scores[i]));
        }
        return MadeRecords.fork(number)
                .start(start)
                .end(start.plusSeconds(6))
                .jvmArgs(List.of("-Xms512m"))
                .iterations(iterations)
                .echo(Map.of("unsafe", "true"))
                .failure(failure)
                .build();
    }

    private static IterationResult iteration(Phase phase, int number, Instant start, double score) {
        return new IterationResult(
                phase,
                number,
                start.plusSeconds(number),
                score,
                1,
                Map.of(),
                Map.of("gc.alloc.rate.norm", new Metric(24.00001, Double.NaN, "B/op")),
                Optional.empty());
    }

    static CaseResult failed(CaseId id, String message) {
        Failure failure = new Failure(
                Failure.Kind.THREW, message, message + "\n\tat x.Y.z(Y.java:1)", List.of("java"), List.of("last line"));
        return new CaseResult(
                id,
                plan("thrpt", id.threads(), 2),
                Status.FAILED,
                message,
                Optional.empty(),
                Map.of(),
                List.of(fork(1, new double[0], Optional.of(failure))));
    }

    /** Returns three sizes of one method, the second of them slower than the first, the third failed. */
    static List<CaseResult> cases() {
        return List.of(
                measured(
                        id("pooledDirectAllocAndFree", Map.of("size", "0"), 1),
                        new Metric(11658.812, 120.728, "ops/ms"),
                        new double[] {11600, 11650, 11700},
                        new double[] {11500, 11640, 11900}),
                measured(
                        id("pooledDirectAllocAndFree", Map.of("size", "1024"), 1),
                        new Metric(8855.815, 55.933, "ops/ms"),
                        new double[] {8800, 8850, 8900},
                        new double[] {8700, 8760, 9100}),
                failed(id("pooledDirectAllocAndFree", Map.of("size", "65536"), 1), "java.lang.OutOfMemoryError: heap"));
    }

    static Environment environment() {
        return MadeRecords.machine()
                .cpuLimit(Optional.of(2.0))
                .memoryBytes(33_554_432_000L)
                .memoryLimitBytes(Optional.of(8_589_934_592L))
                .hostJvmArgs(List.of("-Xmx1g"))
                .build();
    }

    public static RunRecord run(List<CaseResult> cases) {
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "20260504T030201Z-4f2a",
                START,
                Optional.of(START.plusSeconds(90)),
                environment(),
                List.of(new SettingValue("forks", "2", "system property")),
                cases,
                Optional.empty());
    }

    /** Returns an adaptive case with one measured iteration per fork. */
    static CaseResult adaptive(Optional<Double> precision, boolean starved, ForkStop.State state, double... values) {
        CaseResult sample = cases().get(0);
        List<ForkResult> forks = new ArrayList<>();
        for (double value : values) {
            IterationSigns signs = MadeRecords.signs(0.1, 0, 0, 0, 0, 0, starved);
            forks.add(ForkResult.builder(forks.size() + 1)
                    .pid(1)
                    .jvm("java")
                    .jdkVersion("17")
                    .vm("VM")
                    .iterations(List.of(
                            new IterationResult(
                                    Phase.WARMUP, 1, Instant.EPOCH, 9, 1, Map.of(), Map.of(), Optional.of(signs)),
                            new IterationResult(
                                    Phase.MEASUREMENT,
                                    1,
                                    Instant.EPOCH,
                                    value,
                                    1,
                                    Map.of(),
                                    Map.of(),
                                    Optional.empty())))
                    .stop(Optional.of(new ForkStop(state, "rule")))
                    .build());
        }
        return new CaseResult(
                sample.id(),
                sample.plan().withAdaptive(new AdaptivePlan(precision, 2, 10, "rule", 0.05), Duration.ofMillis(100)),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(100, 1, "ns/op")),
                Map.of(),
                forks);
    }
}
