// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.CasePlan.IterationPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records to write and read, with all kinds of values that are easily lost. */
final class Runs {

    static final Instant START = Instant.parse("2026-03-01T12:30:45.123Z");

    private Runs() {}

    static Environment environment() {
        return Environment.builder()
                .host("host")
                .os("Linux 6")
                .architecture("amd64")
                .cpuModel("N/A")
                .logicalCpus(2)
                .cpuLimit(Optional.of(1.5))
                .governor("N/A")
                .clockSource("tsc")
                .virtualization("yes")
                .jdk("Vendor 17")
                .vm("VM 17")
                .hostJvmArgs(List.of("-Dname=Zoë"))
                .harness("1")
                .jmh("1.37")
                .commit(Optional.of("abc"))
                .build();
    }

    static CaseResult planned(String method) {
        CaseId id = new CaseId(
                "io.acme.Codec", method, new TreeMap<>(Map.of("text", "ünï→😀, 100%")), 2, Optional.of("sample"));
        return CaseResult.planned(id, plan());
    }

    static CasePlan plan() {
        return CasePlan.builder(Mode.SAMPLE_TIME)
                .timeUnit("MICROSECONDS")
                .threads(2)
                .forks(2)
                .warmup(new IterationPlan(1, Duration.ofMillis(1), 1))
                .measurement(new IterationPlan(2, Duration.ofNanos(1_500_000), 1))
                .jvmArgs(List.of("-Xmx64m"))
                .profilers(List.of("gc"))
                .build();
    }

    static ForkResult fork(int number) {
        return fork(number, Optional.empty());
    }

    static ForkResult fork(int number, Optional<Failure> failure) {
        return ForkResult.builder(number)
                .pid(4000 + number)
                .start(START.plusMillis(number))
                .end(START.plusSeconds(number))
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .jvmArgs(List.of("-Xmx64m"))
                .blackholeMode("compiler")
                .iterations(List.of(
                        iteration(IterationResult.Phase.WARMUP, 1), iteration(IterationResult.Phase.MEASUREMENT, 1)))
                .secondary(Map.of("gc.alloc.rate.norm", new Metric(24, Double.NaN, "B/op")))
                .echo(Map.of("allocator.class", "Ünpooled😀\nsecond line"))
                .failure(failure)
                .build();
    }

    static IterationResult iteration(IterationResult.Phase phase, int number) {
        Map<String, Double> percentiles = new LinkedHashMap<>();
        percentiles.put("50.0", 1.25);
        percentiles.put("99.0", Double.POSITIVE_INFINITY);
        percentiles.put("100.0", 2.5);
        return new IterationResult(
                phase,
                number,
                START,
                0.1 + number,
                1234,
                percentiles,
                Map.of("aux", new Metric(1, 2, "#")),
                Optional.empty());
    }

    static Failure failure() {
        return new Failure(
                Failure.Kind.CRASHED, "died", "at Ä.b(C.java:1)\n", List.of("java", "-Xmx64m"), List.of("tail — end"));
    }

    /** Returns a case after the given forks, ended successfully. */
    static CaseResult done(CaseResult planned, ForkResult... forks) {
        return new CaseResult(
                planned.id(),
                planned.plan(),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(1.5, Double.NaN, "us/op")),
                Map.of("gc.alloc.rate.norm", new Metric(24, 0.1, "B/op")),
                List.of(forks));
    }
}
