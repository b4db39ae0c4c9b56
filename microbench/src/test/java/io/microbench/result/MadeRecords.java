// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates the parts of a record of a synthetic run. A test sets the values that it checks; the others are typical. */
public final class MadeRecords {

    public static final Instant START = Instant.parse("2026-05-04T03:02:01Z");

    private MadeRecords() {}

    /** Returns a machine that is suitable for measuring, with uncommitted changes. */
    public static Environment.Builder machine() {
        return Environment.builder()
                .host("build-7")
                .os("Linux 6.1")
                .architecture("amd64")
                .cpuModel("AMD EPYC 7763 64-Core Processor")
                .logicalCpus(8)
                .memoryBytes(1L << 34)
                .governor("performance")
                .clockSource("tsc")
                .loadAverage(0.25)
                .jdk("Eclipse Adoptium 21.0.5+11-LTS")
                .vm("OpenJDK 64-Bit Server VM 21.0.5+11-LTS")
                .harness("0.1.0")
                .jmh("1.37")
                .commit(Optional.of("8f62348"))
                .dirty(Optional.of(true))
                .project(Optional.of("netty"));
    }

    /** Returns a fork of six seconds without iterations; forks of one case differ in process id. */
    public static ForkResult.Builder fork(int number) {
        return ForkResult.builder(number)
                .pid(4000 + number)
                .start(START)
                .end(START.plusSeconds(6))
                .jvm("/opt/jdk/bin/java")
                .jdkVersion("21.0.5")
                .vm("OpenJDK 64-Bit Server VM 21.0.5+11-LTS")
                .blackholeMode("compiler");
    }

    /** Returns an iteration that ended {@code number} seconds after the start. */
    public static IterationResult iteration(IterationResult.Phase phase, int number, double score) {
        return new IterationResult(
                phase, number, START.plusSeconds(number), score, 1, Map.of(), Map.of(), Optional.empty());
    }

    /** Returns signs of an iteration in a JVM that does not report stops of its threads; times in seconds. */
    public static IterationSigns signs(
            double seconds,
            double starvation,
            double compiling,
            double collecting,
            double stolen,
            double throttled,
            boolean starved) {
        return new IterationSigns(
                seconds, starvation, compiling, collecting, stolen, throttled, starved, Optional.empty());
    }

    /** Returns a case that ended successfully. */
    public static CaseResult done(CaseId id, CasePlan plan, Metric score, List<ForkResult> forks) {
        return new CaseResult(id, plan, CaseResult.Status.DONE, "", Optional.of(score), Map.of(), forks);
    }

    /** Returns a run of a minute and a half. */
    public static RunRecord run(String id, Environment environment, CaseResult... cases) {
        return new RunRecord(
                RunRecord.SCHEMA_VERSION,
                id,
                START,
                Optional.of(START.plusSeconds(90)),
                environment,
                List.of(),
                List.of(cases),
                Optional.empty());
    }
}
