// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.engine;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.started;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.plan.Plan;
import io.microbench.result.Failure;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** Tests the events, the plan and the calls of a run, from start to end. */
class ExecutionTest {

    private final FakeRun run = new FakeRun();

    @Test
    void reportsEachCaseAsTestOfItsClass() {
        EngineExecutionResults results = Kit.engine(
                        run, selectMethod(NamedFixture.class, "encode"), selectClass(PlainFixture.class))
                .execute();

        results.containerEvents()
                .assertEventsMatchExactly(
                        event(engine(), started()),
                        event(container(NamedFixture.class), started()),
                        event(container(NamedFixture.class), finishedSuccessfully()),
                        event(container(PlainFixture.class), started()),
                        event(container(PlainFixture.class), finishedSuccessfully()),
                        event(engine(), finishedSuccessfully()));
        results.testEvents()
                .started()
                .assertEventsMatchExactly(
                        event(test("case:encode:size=1024,threads=1"), started()),
                        event(test("case:encode:size=16,threads=1"), started()),
                        event(test("case:pair:threads=2"), started()));
        results.testEvents().assertStatistics(stats -> stats.succeeded(3).failed(0));
        assertThat(run.calls)
                .containsExactly(
                        "open",
                        "run encode:size=1024,threads=1",
                        "run encode:size=16,threads=1",
                        "run pair:threads=2",
                        "close");
    }

    /** Forks of several cases can alternate only if all cases are known before the first test. */
    @Test
    void passesAllCasesToRunBeforeFirstTest() {
        Kit.engine(run, selectMethod(NamedFixture.class, "encode"), selectClass(PlainFixture.class))
                .execute();

        assertThat(run.measuredAhead)
                .containsExactly("encode:size=1024,threads=1", "encode:size=16,threads=1", "pair:threads=2");
    }

    @Test
    void profilesAfterAllCases() {
        Kit.engine(run, selectMethod(NamedFixture.class, "encode")).execute();

        assertThat(run.profiledAfter)
                .containsExactly("open", "run encode:size=1024,threads=1", "run encode:size=16,threads=1");
        assertThat(run.calls).endsWith("close");
    }

    @Test
    void skipsCaseAfterTimeBudgetWithReason() {
        run.notReached = planned -> planned.id().parameters().containsValue("16")
                ? Optional.of("the time budget ran out")
                : Optional.empty();
        EngineExecutionResults results =
                Kit.engine(run, selectMethod(NamedFixture.class, "encode")).execute();

        results.testEvents()
                .assertStatistics(stats -> stats.started(1).succeeded(1).skipped(1));
        results.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1, event(test("case:encode:size=16,threads=1"), skippedWithReason("the time budget ran out")));
        assertThat(run.calls).containsExactly("open", "run encode:size=1024,threads=1", "close");
    }

    /** If all tests were only skipped, the build would pass without measurements. */
    @Test
    void failsFirstClassIfTimeBudgetIsTooShortForAnyCase() {
        run.notReached = planned -> Optional.of("the time budget ran out");
        EngineExecutionResults results = Kit.engine(
                        run, selectMethod(NamedFixture.class, "encode"), selectClass(PlainFixture.class))
                .execute();

        results.testEvents().assertStatistics(stats -> stats.started(0).skipped(3));
        results.containerEvents()
                .failed()
                .assertEventsMatchExactly(event(
                        container(NamedFixture.class),
                        finishedWithFailure(message(text ->
                                text.startsWith("The time budget ran out before the first fork finished; not measured: "
                                                + "io.microbench.junit.NamedFixture.encode:size=1024,threads=1, ")
                                        && text.endsWith(". Raise microbench.budget, or choose fewer cases.")))));
    }

    @Test
    void plansCasesWithTheirArguments() {
        Kit.engine(run, selectMethod(NamedFixture.class, "encode"))
                .configurationParameter("forks", "3")
                .configurationParameter("microbench.jvmArgs", "-Xmx64m")
                .configurationParameter("perfReportDir", "reports/")
                .execute();

        Plan plan = run.plans.get(0);
        assertThat(plan.cases()).hasSize(2);
        assertThat(plan.forks()).isEqualTo(6);
        assertThat(plan.cases().get(0).plan().jvmArgs())
                .endsWith("-Dmicrobench.seed=42", "-Xmx64m")
                .noneMatch(argument -> argument.startsWith("-javaagent"));
        assertThat(plan.settings())
                .extracting(setting -> setting.name() + " " + setting.source())
                .contains("forks configuration parameter");
    }

    @Test
    void publishesScoreAsReportEntry() {
        EngineExecutionResults results =
                Kit.engine(run, selectClass(PlainFixture.class)).execute();

        ReportEntry entry =
                results.testEvents().reportingEntryPublished().list().get(0).getRequiredPayload(ReportEntry.class);
        assertThat(entry.getKeyValuePairs())
                .containsExactly(
                        Map.entry("score", "12.5"),
                        Map.entry("error", "0.25"),
                        Map.entry("unit", "ops/ms"),
                        Map.entry("allocated", "24.0"),
                        Map.entry("allocated unit", "B/op"));
    }

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void stopsBusyCaseAndSkipsRestOnCancellation() {
        CancellationToken token = CancellationToken.create();
        run.outcomes = planned -> {
            token.cancel();
            while (!stopped()) {
                Thread.onSpinWait();
            }
            return FakeRun.failed(planned, Failure.Kind.STOPPED, "stopped", "");
        };

        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .cancellationToken(token)
                .execute();

        results.testEvents()
                .assertStatistics(stats -> stats.started(1).failed(1).skipped(3));
        results.containerEvents()
                .skipped()
                .assertEventsMatchExactly(
                        event(container(PlainFixture.class), skippedWithReason("the run was stopped")));
        assertThat(run.calls).endsWith("stop", "close");
    }

    @Test
    void stopsWhenRunIsStoppedFromOutside() {
        run.outcomes = planned -> FakeRun.failed(planned, Failure.Kind.STOPPED, "stopped", "");

        Kit.engine(run, selectClass(NamedFixture.class))
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.started(1).failed(1).skipped(3));
    }

    @Test
    void completesEmptyTreeImmediately() {
        Kit.engine(run, selectClass(ExecutionTest.class))
                .execute()
                .allEvents()
                .assertEventsMatchExactly(
                        event(engine(), started()), event(engine(), displayName("Microbench"), finishedSuccessfully()));
        assertThat(run.calls).isEmpty();
    }

    private boolean stopped() {
        synchronized (run) {
            return run.calls.contains("stop");
        }
    }
}
