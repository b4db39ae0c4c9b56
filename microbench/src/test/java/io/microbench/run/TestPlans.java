// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.Plan;
import io.microbench.plan.Plan.Judging;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.Mode;
import io.microbench.result.SettingValue;
import io.microbench.settings.Scheduling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Plans for tests: tiny iterations of fixtures. */
public final class TestPlans {

    /** Adds a fork to the case with the widest interval over its forks. */
    static final ToDoubleFunction<CaseResult> WIDEST =
            result -> CaseReach.of(result).halfWidth();

    private final Class<?> fixture;
    private final String method;
    private String mode = "thrpt";
    private int threads = 1;
    private int forks = 1;
    private int warmupForks;
    private Duration time = Duration.ofMillis(20);
    private Duration timeout = Duration.ofMinutes(1);
    private List<String> jvmArgs = List.of();

    private TestPlans(Class<?> fixture, String method) {
        this.fixture = fixture;
        this.method = method;
    }

    /** Creates a builder of a plan with one fork of one thread. */
    public static TestPlans of(Class<?> fixture, String method) {
        return new TestPlans(fixture, method);
    }

    public static PlannedCase tiny(Class<?> fixture, String method, int forks, String... jvmArgs) {
        return of(fixture, method).forks(forks).jvmArgs(jvmArgs).planned();
    }

    public static Plan plan(Path output, PlannedCase... cases) {
        return plan(output, List.of(), cases);
    }

    public static Plan plan(Path output, List<SettingValue> settings, PlannedCase... cases) {
        return plan(
                output, settings, new Scheduling(Scheduling.Order.BLOCKS, Optional.empty(), Optional.empty()), cases);
    }

    static Plan scheduled(Path output, Scheduling scheduling, PlannedCase... cases) {
        return plan(output, List.of(), scheduling, cases);
    }

    static Plan squeezed(Path output, int patience, PlannedCase... cases) {
        Scheduling scheduling = new Scheduling(Scheduling.Order.BLOCKS, Optional.empty(), Optional.of(patience));
        return plan(output, List.of(), scheduling, cases);
    }

    private static Plan plan(Path output, List<SettingValue> settings, Scheduling scheduling, PlannedCase... cases) {
        Judging nothing = new Judging(
                Optional.empty(),
                Optional.empty(),
                output,
                0.01,
                0.99,
                false,
                Optional.empty(),
                Optional.empty(),
                output);
        return new Plan(
                List.of(cases),
                settings,
                output,
                Optional.empty(),
                42,
                nothing,
                scheduling,
                Optional.empty(),
                Optional.empty());
    }

    public TestPlans mode(String label) {
        mode = label;
        return this;
    }

    public TestPlans threads(int count) {
        threads = count;
        return this;
    }

    TestPlans forks(int count) {
        forks = count;
        return this;
    }

    TestPlans warmupForks(int count) {
        warmupForks = count;
        return this;
    }

    /** Sets the length of every iteration. */
    public TestPlans time(Duration length) {
        time = length;
        return this;
    }

    public TestPlans timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    public TestPlans jvmArgs(String... arguments) {
        jvmArgs = List.of(arguments);
        return this;
    }

    public PlannedCase planned() {
        CaseId id = new CaseId(fixture.getName().replace('$', '.'), method, new TreeMap<>(), threads, Optional.empty());
        CasePlan plan = CasePlan.builder(Mode.of(mode))
                .timeUnit("MILLISECONDS")
                .threads(threads)
                .forks(forks)
                .warmupForks(warmupForks)
                .warmup(new IterationPlan(1, time, 1))
                .measurement(new IterationPlan(2, time, 1))
                .timeout(timeout)
                .jvmArgs(jvmArgs)
                .profilers(List.of("gc"))
                .build();
        return new PlannedCase(id, fixture, plan);
    }
}
