// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.junit.Judgement.Findings;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.Metric;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.run.PlanRun;
import io.microbench.run.PlanRun.CaseOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Measures nothing and records the calls. */
final class FakeRun implements EngineRun, PlanRun {

    final List<String> calls = new ArrayList<>();
    final List<Plan> plans = new ArrayList<>();
    Function<PlannedCase, CaseOutcome> outcomes = FakeRun::completed;

    Function<CaseResult, Findings> findings = result -> Findings.NONE;

    final List<String> profiledAfter = new ArrayList<>();
    final List<String> measuredAhead = new ArrayList<>();
    Optional<RuntimeException> closing = Optional.empty();
    Function<PlannedCase, Optional<String>> notReached = planned -> Optional.empty();

    @Override
    public PlanRun run() {
        return this;
    }

    @Override
    public void measure(List<PlannedCase> cases) {
        cases.forEach(planned ->
                measuredAhead.add(planned.id().method() + ":" + planned.id().variant()));
        if (!calls.equals(List.of("open"))) {
            throw new IllegalStateException("measured after " + calls);
        }
    }

    @Override
    public Optional<String> notReached(PlannedCase planned) {
        return notReached.apply(planned);
    }

    EngineRun open(Plan plan) {
        plans.add(plan);
        calls.add("open");
        return this;
    }

    static CaseOutcome completed(PlannedCase planned) {
        return new CaseOutcome.Completed(new CaseResult(
                planned.id(),
                planned.plan(),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(12.5, 0.25, "ops/ms")),
                Map.of("gc.alloc.rate.norm", new Metric(24, 0, "B/op")),
                List.of()));
    }

    static CaseOutcome failed(PlannedCase planned, Failure.Kind kind, String message, String stackTrace) {
        return new CaseOutcome.Failed(
                CaseResult.planned(planned.id(), planned.plan()),
                new Failure(kind, message, stackTrace, List.of(), List.of()));
    }

    @Override
    public CaseOutcome run(PlannedCase planned) {
        calls.add("run " + planned.id().method() + ":" + planned.id().variant());
        return outcomes.apply(planned);
    }

    @Override
    public Findings judge(CaseResult result) {
        return findings.apply(result);
    }

    @Override
    public void profile() {
        profiledAfter.addAll(calls);
    }

    @Override
    public void skip(PlannedCase planned, String reason) {
        calls.add("skip " + planned.id().method() + ": " + reason);
    }

    @Override
    public void fail(PlannedCase planned, String reason) {
        calls.add("fail " + planned.id().method() + ": " + reason);
    }

    @Override
    public synchronized void stop() {
        calls.add("stop");
    }

    @Override
    public Path folder() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void measure(List<PlannedCase> requested, ToDoubleFunction<CaseResult> priority) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ProfiledFork profile(PlannedCase requested, ProfilerPlan profiler, Path base) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void profiled(CaseId id, Profile profile) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<MonitorHistory> monitored() {
        return Optional.empty();
    }

    @Override
    public RunRecord record() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RunRecord finish() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        calls.add("close");
        closing.ifPresent(failure -> {
            throw failure;
        });
    }
}
