// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fuzz;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns;
import io.microbench.result.IterationSigns.Stops;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunFolder;
import io.microbench.result.SettingValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A small run with one of everything: modes, parameters, percentiles, signs, a stop, a failure, a calibration. */
final class MadeRun {

    static final Instant START = Instant.parse("2026-05-04T03:02:01Z");

    private MadeRun() {}

    static RunFolder in(Path parent) {
        RunFolder folder = RunFolder.create(
                parent, START, environment(), List.of(new SettingValue("forks", "3", "system property")), planned());
        folder.calibrated(new Calibration(
                new ClockCheck(20, 22),
                Optional.of(2400.5),
                List.of(new CalibrationRound(START, 0.001, 0.002), new CalibrationRound(START, 0.0011, 0.002))));
        for (CaseResult result : cases()) {
            result.forks().forEach(fork -> folder.append(result.id(), fork));
            folder.end(result);
        }
        return folder;
    }

    private static List<CaseResult> planned() {
        return cases().stream().map(c -> CaseResult.planned(c.id(), c.plan())).toList();
    }

    private static List<CaseResult> cases() {
        return List.of(
                done("encode", "thrpt", "ops/ms", Optional.empty()),
                done("decode", "sample", "us/op", Optional.empty()),
                done("hash", "avgt", "ns/op", Optional.of(new AdaptivePlan(Optional.of(0.02), 2, 5, "standard", 0.1))),
                failed());
    }

    private static CaseId id(String method) {
        return new CaseId("io.acme.Codec", method, new TreeMap<>(Map.of("size", "1024")), 2, Optional.empty());
    }

    private static CasePlan plan(String mode, Optional<AdaptivePlan> adaptive) {
        Duration time = Duration.ofMillis(100);
        return CasePlan.builder(Mode.of(mode))
                .timeUnit("MILLISECONDS")
                .threads(2)
                .forks(3)
                .warmup(new IterationPlan(1, time, 1))
                .measurement(new IterationPlan(3, time, 1))
                .jvm(Optional.of("java"))
                .jvmArgs(List.of("-Xmx64m"))
                .profilers(List.of("gc"))
                .adaptive(adaptive)
                .build();
    }

    private static CaseResult done(String method, String mode, String unit, Optional<AdaptivePlan> adaptive) {
        List<ForkResult> forks = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            forks.add(fork(number, mode, adaptive.map(a -> new ForkStop(ForkStop.State.STEADY, a.rule()))));
        }
        return new CaseResult(
                id(method),
                plan(mode, adaptive),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(102.25, 1.5, unit)),
                Map.of("gc.alloc.rate.norm", new Metric(24, 0.1, "B/op"), "p0.50", new Metric(99, Double.NaN, unit)),
                forks);
    }

    private static ForkResult fork(int number, String mode, Optional<ForkStop> stop) {
        List<IterationResult> iterations = new ArrayList<>();
        Instant start = START.plusSeconds(number);
        iterations.add(iteration(Phase.WARMUP, 1, start.plusMillis(200), 150, mode, stop.isPresent()));
        for (int i = 1; i <= 3; i++) {
            double score = 100 + number + 0.37 * i;
            iterations.add(
                    iteration(Phase.MEASUREMENT, i, start.plusMillis(200 + 100L * i), score, mode, stop.isPresent()));
        }
        return ForkResult.builder(number)
                .pid(4000 + number)
                .start(start)
                .end(start.plusMillis(900))
                .jvm("java")
                .jdkVersion("17.0.1")
                .vm("VM 17")
                .jvmArgs(List.of("-Xmx64m"))
                .blackholeMode("compiler")
                .iterations(iterations)
                .secondary(Map.of("gc.count", new Metric(3, Double.NaN, "counts")))
                .echo(Map.of("allocator.class", "Pooled"))
                .stop(stop)
                .build();
    }

    private static IterationResult iteration(
            Phase phase, int number, Instant end, double score, String mode, boolean watched) {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        if (mode.equals("sample")) {
            percentiles.put("50.0", score);
            percentiles.put("99.9", score * 2);
        }
        IterationSigns signs = new IterationSigns(
                0.1003, 0.02 * number, 0.01, 0, 0.01, 0, number == 2, Optional.of(new Stops(2, 0.0005)));
        return new IterationResult(
                phase,
                number,
                end,
                score,
                mode.equals("sample") ? 1000 : 1,
                percentiles,
                Map.of("gc.alloc.rate.norm", new Metric(24.00001, Double.NaN, "B/op")),
                watched ? Optional.of(signs) : Optional.empty());
    }

    private static CaseResult failed() {
        Failure failure = new Failure(
                Failure.Kind.THREW,
                "boom",
                "java.lang.Error: boom\n\tat x.Y.z(Y.java:1)",
                List.of("java"),
                List.of("end"));
        ForkResult fork = ForkResult.builder(1)
                .start(START)
                .end(START.plusSeconds(1))
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .blackholeMode("compiler")
                .failure(Optional.of(failure))
                .build();
        return new CaseResult(
                id("broken"),
                plan("thrpt", Optional.empty()),
                CaseResult.Status.FAILED,
                "boom",
                Optional.empty(),
                Map.of(),
                List.of(fork));
    }

    private static Environment environment() {
        return Environment.builder()
                .host("host")
                .os("Linux 6")
                .architecture("amd64")
                .cpuModel("CPU")
                .logicalCpus(2)
                .cpuLimit(Optional.of(1.5))
                .memoryBytes(1L << 34)
                .memoryLimitBytes(Optional.of(1L << 33))
                .governor("performance")
                .clockSource("tsc")
                .virtualization("N/A")
                .loadAverage(0.25)
                .jdk("Vendor 17")
                .vm("VM 17")
                .hostJvmArgs(List.of("-Xmx1g"))
                .harness("1")
                .jmh("1.37")
                .commit(Optional.of("8f62348"))
                .dirty(Optional.of(true))
                .project(Optional.of("project"))
                .build();
    }
}
