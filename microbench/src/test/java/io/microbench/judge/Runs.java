// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Creates synthetic runs. */
final class Runs {

    /** Five forks that spread by a third of a per cent. */
    static final double[] STEADY = {99.7, 99.9, 100, 100.2, 100.4};

    /** Ten such forks: enough to detect a change of one case among hundreds, for which five are too few. */
    static final double[] TEN = {99.6, 99.7, 99.8, 99.9, 100, 100.1, 100.2, 100.3, 100.4, 100.5};

    /** Five forks that spread by five per cent. */
    static final double[] NOISY = {94, 97, 100, 104, 106};

    private Runs() {}

    static double[] times(double factor, double... values) {
        return Arrays.stream(values).map(v -> v * factor).toArray();
    }

    static CaseId id(String method) {
        return new CaseId("a.A", method, new TreeMap<>(), 1, Optional.empty());
    }

    static CasePlan plan(String mode, int forks, int iterations) {
        return plan(mode, forks, 1, new IterationPlan(iterations, Duration.ofSeconds(1), 1));
    }

    static CasePlan plan(String mode, int forks, int threads, IterationPlan iterations) {
        return CasePlan.builder(Mode.of(mode))
                .threads(threads)
                .forks(forks)
                .warmup(iterations)
                .measurement(iterations)
                .jvmArgs(List.of("-Xmx1g"))
                .profilers(List.of("gc"))
                .build();
    }

    /** The facts of a fork's start that affect judging. */
    record Facts(String vm, List<String> jvmArgs, String blackholeMode, String assertions) {

        static final Facts USUAL =
                new Facts("OpenJDK 64-Bit Server VM 21.0.5+11", List.of("-Xmx1g"), "compiler", "off");
    }

    /** Returns a fork whose three measured iterations have the given value as their median. */
    static ForkResult fork(int number, double value, Optional<Metric> allocation, Facts facts) {
        List<IterationResult> iterations = new ArrayList<>();
        iterations.add(MadeRecords.iteration(IterationResult.Phase.WARMUP, 1, value * 3));
        iterations.add(MadeRecords.iteration(IterationResult.Phase.MEASUREMENT, 1, value * 1.5));
        iterations.add(MadeRecords.iteration(IterationResult.Phase.MEASUREMENT, 2, value * 0.9));
        iterations.add(MadeRecords.iteration(IterationResult.Phase.MEASUREMENT, 3, value));
        Map<String, Metric> secondary = new TreeMap<>();
        allocation.ifPresent(bytes -> secondary.put("gc.alloc.rate.norm", bytes));
        return MadeRecords.fork(number)
                .vm(facts.vm())
                .jvmArgs(facts.jvmArgs())
                .blackholeMode(facts.blackholeMode())
                .iterations(iterations)
                .secondary(secondary)
                .echo(Map.of("jvm.assertions", facts.assertions(), "jvm.gc", "G1"))
                .build();
    }

    static CaseResult result(CaseId id, CasePlan plan, String unit, List<ForkResult> forks) {
        return MadeRecords.done(id, plan, new Metric(forks.get(0).value().orElseThrow(), 1, unit), forks);
    }

    /** Returns a finished case in {@code avgt} and {@code ns/op} that allocates 24 bytes. */
    static CaseResult done(String method, double... values) {
        return done(method, "avgt", "ns/op", Facts.USUAL, values);
    }

    static CaseResult done(String method, String mode, String unit, Facts facts, double... values) {
        List<ForkResult> forks = new ArrayList<>();
        for (double value : values) {
            forks.add(fork(forks.size() + 1, value, Optional.of(new Metric(24.0001, 0.001, "B/op")), facts));
        }
        return result(id(method), plan(mode, values.length, 3), unit, forks);
    }

    /** Returns a finished case whose forks allocate the given bytes. */
    static CaseResult allocating(String method, double[] values, double... bytes) {
        List<ForkResult> forks = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            forks.add(fork(i + 1, values[i], Optional.of(new Metric(bytes[i], 0.001, "B/op")), Facts.USUAL));
        }
        return result(id(method), plan("avgt", values.length, 3), "ns/op", forks);
    }

    /** Returns a finished case in {@code avgt} and {@code ns/op}, measured iteration by iteration. */
    static CaseResult measured(String method, double[][] iterations) {
        List<ForkResult> forks = new ArrayList<>();
        for (double[] scores : iterations) {
            ForkResult like = fork(forks.size() + 1, 1, Optional.empty(), Facts.USUAL);
            List<IterationResult> measured = new ArrayList<>();
            for (double score : scores) {
                measured.add(MadeRecords.iteration(IterationResult.Phase.MEASUREMENT, measured.size() + 1, score));
            }
            forks.add(like.toBuilder().iterations(measured).build());
        }
        return MadeRecords.done(id(method), plan("avgt", forks.size(), 3), new Metric(1, 1, "ns/op"), forks);
    }

    static CaseResult failed(String method) {
        return new CaseResult(
                id(method),
                plan("avgt", 5, 3),
                CaseResult.Status.FAILED,
                "java.lang.OutOfMemoryError",
                Optional.empty(),
                Map.of(),
                List.of());
    }

    static Environment environment(String cpu) {
        return MadeRecords.machine()
                .cpuModel(cpu)
                .jdk("Eclipse Adoptium 21.0.5")
                .vm("OpenJDK 64-Bit Server VM 21.0.5+11")
                .dirty(Optional.of(false))
                .build();
    }

    static RunRecord run(String id, CaseResult... cases) {
        return run(id, environment("EPYC 7763"), cases);
    }

    static RunRecord run(String id, Environment environment, CaseResult... cases) {
        return MadeRecords.run(id, environment, cases);
    }

    /** Returns the same case as measured on a node. */
    static CaseResult on(String node, CaseResult result) {
        return result.withForks(result.forks().stream()
                .map(fork -> fork.toBuilder().node(Optional.of(node)).build())
                .toList());
    }
}
