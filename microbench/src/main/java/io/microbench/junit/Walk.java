// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.conditions.Readiness;
import io.microbench.junit.Judgement.Findings;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.RungOrder;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.Metric;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.settings.ConfigurationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;

/** Runs classes and cases in order, and reports the result of each to JUnit. */
final class Walk {

    private final Readiness readiness;
    private final EngineExecutionListener listener;
    private final Cancellation cancellation;
    private final long seed;
    private final Optional<EngineRun> run;
    private boolean stopped;
    /** The reason why no case was measured, until it is reported. */
    private Optional<String> unmeasured = Optional.empty();

    /** Prepares a walk; {@code run} is empty if no case is measured. */
    Walk(
            Readiness readiness,
            EngineExecutionListener listener,
            Cancellation cancellation,
            long seed,
            Optional<EngineRun> run) {
        this.readiness = readiness;
        this.listener = listener;
        this.cancellation = cancellation;
        this.seed = seed;
        this.run = run;
    }

    void over(List<ClassNode> classes) {
        unmeasured = run.flatMap(r -> unmeasured(r, classes));
        classes.forEach(this::walk);
    }

    private void walk(ClassNode node) {
        Optional<String> off = readiness.switchedOff(node.type());
        if (off.isPresent()) {
            run.ifPresent(r -> node.cases().forEach(c -> r.run().skip(readiness.planned(c.planned()), off.get())));
            listener.executionSkipped(node, off.get());
            return;
        }
        if (isStopped()) {
            listener.executionSkipped(node, "the run was stopped");
            return;
        }
        listener.executionStarted(node);
        Optional<Throwable> broken = readiness.broken(node.type());
        if (broken.isPresent() && node.cases().isEmpty()) {
            listener.executionFinished(node, TestExecutionResult.failed(broken.get()));
            return;
        }
        RungOrder.measured(node.cases(), CaseNode::planned, seed).forEach(this::walk);
        Optional<String> failure = unmeasured;
        unmeasured = Optional.empty();
        listener.executionFinished(
                node,
                failure.map(message -> TestExecutionResult.failed(new ConfigurationException(message)))
                        .orElse(TestExecutionResult.successful()));
    }

    /**
     * Returns a message if there was no time for any runnable case; otherwise, the build would pass with only skipped
     * tests.
     */
    private Optional<String> unmeasured(EngineRun run, List<ClassNode> classes) {
        List<PlannedCase> running = classes.stream()
                .flatMap(node -> node.cases().stream())
                .map(node -> readiness.planned(node.planned()))
                .filter(planned -> planned.switchedOff().isEmpty())
                .toList();
        return !running.isEmpty()
                        && running.stream()
                                .allMatch(
                                        planned -> run.run().notReached(planned).isPresent())
                ? Optional.of(CaseOutcome.NotReached.message(running.stream()
                                .map(planned -> planned.id().text())
                                .sorted()
                                .toList())
                        + ". Raise microbench.budget, or choose fewer cases.")
                : Optional.empty();
    }

    private void walk(CaseNode node) {
        PlannedCase planned = readiness.planned(node.planned());
        Optional<Throwable> broken = readiness.broken(planned);
        Optional<String> notReached = run.flatMap(r -> r.run().notReached(planned));
        if (planned.switchedOff().isPresent() && broken.isEmpty()) {
            run.ifPresent(r -> r.run().skip(planned, planned.switchedOff().get()));
            listener.executionSkipped(node, planned.switchedOff().get());
        } else if (isStopped()) {
            listener.executionSkipped(node, "the run was stopped");
        } else if (notReached.isPresent()) {
            listener.executionSkipped(node, notReached.get());
        } else {
            listener.executionStarted(node);
            broken.ifPresent(cause -> run.ifPresent(
                    r -> r.run().fail(planned, planned.switchedOff().orElse(""))));
            listener.executionFinished(
                    node,
                    broken.map(TestExecutionResult::failed)
                            .or(() -> run.map(r -> measure(node, r)))
                            .orElse(TestExecutionResult.successful()));
        }
    }

    private boolean isStopped() {
        return stopped || cancellation.isRequested();
    }

    private TestExecutionResult measure(CaseNode node, EngineRun run) {
        CaseOutcome outcome;
        try {
            outcome = run.run().run(readiness.planned(node.planned()));
        } catch (RuntimeException | Error e) {
            return TestExecutionResult.failed(e);
        }
        CaseResult result = outcome.result();
        scores(result).ifPresent(entry -> listener.reportingEntryPublished(node, entry));
        if (outcome instanceof CaseOutcome.Failed failed) {
            stopped |= failed.failure().kind() == Failure.Kind.STOPPED;
            BenchmarkFailedException cause = new BenchmarkFailedException(failed.message(), failed.failure());
            return TestExecutionResult.failed(cause);
        }
        Findings findings = run.judge(result);
        if (!findings.entries().isEmpty()) {
            listener.reportingEntryPublished(node, ReportEntry.from(findings.entries()));
        }
        return findings.reds().isEmpty()
                ? TestExecutionResult.successful()
                : TestExecutionResult.failed(new WorseThanExpectedError(String.join("\n", findings.reds())));
    }

    /** Returns score, error and unit, and the bytes allocated per operation if measured; empty without a score. */
    private static Optional<ReportEntry> scores(CaseResult result) {
        return result.score().map(score -> {
            Map<String, String> values = new LinkedHashMap<>();
            values.put("score", Double.toString(score.score()));
            values.put("error", Double.toString(score.error()));
            values.put("unit", score.unit());
            Optional<Metric> allocated = Optional.ofNullable(result.secondary().get(Metric.ALLOCATION));
            allocated.ifPresent(metric -> {
                values.put("allocated", Double.toString(metric.score()));
                values.put("allocated unit", metric.unit());
            });
            return ReportEntry.from(values);
        });
    }
}
