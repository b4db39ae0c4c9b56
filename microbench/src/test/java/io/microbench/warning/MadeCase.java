// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns;
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

/** A synthetic case of one fork without warnings until a value is changed. */
public final class MadeCase {

    public static final IterationSigns QUIET = MadeRecords.signs(1, 0, 0, 0.01, 0, 0, false);

    private String method = "run";
    private Map<String, String> parameters = Map.of();
    private String mode = "avgt";
    private String unit = "ns/op";
    private double score = 100;
    private int threads = 1;
    private int operations = 1;
    private List<String> jvmArgs = List.of("-Xmx1g");
    private double[] iterations = {100, 101, 99, 100, 102, 98, 100, 101};
    private Map<String, String> echo = Map.of();
    private final Map<String, Metric> secondary = new TreeMap<>();
    private IterationSigns warmup = QUIET;
    private IterationSigns first = QUIET;

    public MadeCase method(String name) {
        method = name;
        return this;
    }

    public MadeCase parameters(Map<String, String> values) {
        parameters = values;
        return this;
    }

    public MadeCase score(String label, double value, String symbol) {
        mode = label;
        score = value;
        unit = symbol;
        return this;
    }

    public MadeCase threads(int count) {
        threads = count;
        return this;
    }

    public MadeCase operationsPerInvocation(int count) {
        operations = count;
        return this;
    }

    public MadeCase jvmArgs(String... arguments) {
        jvmArgs = List.of(arguments);
        return this;
    }

    public MadeCase iterations(double... scores) {
        iterations = scores;
        return this;
    }

    /** Sets the facts reported by the fork. */
    public MadeCase echo(Map<String, String> facts) {
        echo = facts;
        return this;
    }

    /** Adds a secondary result. */
    public MadeCase secondary(String name, double value, String symbol) {
        secondary.put(name, new Metric(value, 0, symbol));
        return this;
    }

    public MadeCase warmup(IterationSigns signs) {
        warmup = signs;
        return this;
    }

    /** Sets the disturbances around the first measured iteration. */
    public MadeCase first(IterationSigns signs) {
        first = signs;
        return this;
    }

    public CaseResult result() {
        return result(CaseResult.Status.DONE);
    }

    CaseResult result(CaseResult.Status status) {
        CaseId id = new CaseId("p.Sums", method, new TreeMap<>(parameters), threads, Optional.empty());
        IterationPlan each = new IterationPlan(1, Duration.ofSeconds(1), 1);
        CasePlan plan = CasePlan.builder(Mode.of(mode))
                .threads(threads)
                .warmup(each)
                .measurement(each)
                .operationsPerInvocation(operations)
                .timeout(Duration.ofMinutes(1))
                .build();
        return new CaseResult(
                id, plan, status, "", Optional.of(new Metric(score, 1, unit)), secondary, List.of(fork()));
    }

    private ForkResult fork() {
        List<IterationResult> all = new ArrayList<>();
        all.add(new IterationResult(Phase.WARMUP, 1, Instant.EPOCH, 9, 1, Map.of(), Map.of(), Optional.of(warmup)));
        for (double one : iterations) {
            IterationSigns signs = all.size() == 1 ? first : QUIET;
            all.add(new IterationResult(
                    Phase.MEASUREMENT, all.size(), Instant.EPOCH, one, 1, Map.of(), Map.of(), Optional.of(signs)));
        }
        return ForkResult.builder(1)
                .pid(1)
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .jvmArgs(jvmArgs)
                .iterations(all)
                .echo(echo)
                .build();
    }

    public static RunRecord run(CaseResult... cases) {
        Environment machine = Environment.builder()
                .host("host")
                .os("Linux")
                .architecture("amd64")
                .cpuModel("CPU")
                .logicalCpus(4)
                .governor("unknown")
                .clockSource("tsc")
                .virtualization("unknown")
                .loadAverage(0.1)
                .jdk("jdk")
                .vm("vm")
                .harness("1")
                .jmh("1.37")
                .build();
        return new RunRecord(
                1, "r", Instant.EPOCH, Optional.empty(), machine, List.of(), List.of(cases), Optional.empty());
    }

    static Calibration calibration(double... seconds) {
        List<CalibrationRound> rounds = new ArrayList<>();
        for (double one : seconds) {
            rounds.add(new CalibrationRound(Instant.EPOCH, one, 0.002));
        }
        return new Calibration(new ClockCheck(30, 20), Optional.of(2000.0), rounds);
    }
}
