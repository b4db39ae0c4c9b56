// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Creates full records of synthetic runs for summaries. */
final class Records {

    private static final Instant START = MadeRecords.START.plusNanos(123_456_000);

    private Records() {}

    static RunRecord run(CaseResult... cases) {
        Environment environment = MadeRecords.machine()
                .cpuModel("AMD EPYC")
                .memoryBytes(-1)
                .governor("N/A")
                .loadAverage(0.5)
                .vm("OpenJDK VM 21.0.5")
                .build();
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "20260504T030201Z-4f2a",
                START,
                Optional.of(START.plusSeconds(60)),
                environment,
                List.of(),
                List.of(cases),
                Optional.empty());
    }

    /** Returns a case whose forks have the given medians, and iterations on both sides of them. */
    static CaseResult measured(String method, String mode, String unit, double... medians) {
        List<ForkResult> forks = new ArrayList<>();
        for (double median : medians) {
            forks.add(fork(forks.size() + 1, median));
        }
        return new CaseResult(
                new CaseId("com.acme.CodecBenchmark", method, new TreeMap<>(), 1, Optional.empty()),
                plan(mode, medians.length),
                Status.DONE,
                "",
                Optional.of(new Metric(medians.length == 0 ? 0 : medians[0], 1, unit)),
                Map.of("gc.alloc.rate.norm", new Metric(24, 0, "B/op")),
                forks);
    }

    static CaseResult withStatus(CaseResult result, Status status) {
        return new CaseResult(
                result.id(), result.plan(), status, "", result.score(), result.secondary(), result.forks());
    }

    static CaseResult inProcess(String method) {
        CaseResult forked = measured(method, "avgt", "ns/op", 1, 2);
        return new CaseResult(
                forked.id(), plan("avgt", 0), Status.DONE, "", forked.score(), forked.secondary(), forked.forks());
    }

    private static CasePlan plan(String mode, int forks) {
        IterationPlan iterations = new IterationPlan(3, Duration.ofSeconds(1), 1);
        return CasePlan.builder(Mode.of(mode))
                .forks(forks)
                .warmup(iterations)
                .measurement(iterations)
                .jvmArgs(List.of("-Xms1g"))
                .profilers(List.of("gc"))
                .build();
    }

    private static ForkResult fork(int number, double median) {
        List<IterationResult> iterations = List.of(
                MadeRecords.iteration(Phase.WARMUP, 1, 1e9),
                MadeRecords.iteration(Phase.MEASUREMENT, 1, median * 3),
                MadeRecords.iteration(Phase.MEASUREMENT, 2, median / 2),
                MadeRecords.iteration(Phase.MEASUREMENT, 3, median));
        return MadeRecords.fork(number)
                .vm("OpenJDK VM 21.0.5")
                .jvmArgs(List.of("-Xms1g", "-Dmarker=" + number))
                .iterations(iterations)
                .build();
    }
}
