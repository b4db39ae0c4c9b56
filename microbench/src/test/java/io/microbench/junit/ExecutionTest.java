/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.dynamicTestRegistered;
import static org.junit.platform.testkit.engine.EventConditions.engine;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.started;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.environment.PreflightException;
import io.microbench.plan.ConfigurationException;
import io.microbench.plan.Plan;
import io.microbench.plan.SettingSource;
import io.microbench.result.Failure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

class ExecutionTest {

    private final FakeRun run = new FakeRun();

    @Test
    void eachCaseIsATestOfItsClass() {
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

    /** Forks of several cases can take turns only before the first test has begun. */
    @Test
    void theRunIsOfferedAllCasesBeforeTheFirstTest() {
        Kit.engine(run, selectMethod(NamedFixture.class, "encode"), selectClass(PlainFixture.class))
                .execute();

        assertThat(run.measuredAhead)
                .containsExactly("encode:size=1024,threads=1", "encode:size=16,threads=1", "pair:threads=2");
    }

    @Test
    void aCaseThatTheRunHadNoTimeForIsSkippedAndSaysSo() {
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

    @Test
    void thePlanHoldsTheCasesWithTheirArguments() {
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
    void theScoreIsAReportEntry() {
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
    void aBenchmarkThatFailsFailsItsOwnTest() {
        run.outcomes = planned -> planned.id().text().contains("size=1024")
                ? FakeRun.failed(planned, Failure.Kind.THREW, "it threw java.lang.IllegalStateException: boom", """
                        java.lang.IllegalStateException: boom
                        \tat io.microbench.junit.NamedFixture.encode(NamedFixture.java:25)
                        \tat io.microbench.junit.jmh_generated.NamedFixture_encode_jmhTest.encode_thrpt_jmhStub(X.java:119)
                        \tat java.base/java.util.concurrent.FutureTask.run(FutureTask.java:264)
                        \tat org.openjdk.jmh.runner.BenchmarkHandler.call(BenchmarkHandler.java:470)
                        """)
                : FakeRun.completed(planned);

        EngineExecutionResults results =
                Kit.engine(run, selectMethod(NamedFixture.class, "encode")).execute();

        results.testEvents().assertStatistics(stats -> stats.succeeded(1).failed(1));
        results.testEvents()
                .failed()
                .assertEventsMatchExactly(event(
                        test("case:encode:size=1024,threads=1"),
                        finishedWithFailure(
                                instanceOf(BenchmarkFailedException.class),
                                message(text -> text.contains("it threw java.lang.IllegalStateException: boom")))));
        assertThat(failure(results.testEvents().failed().list().get(0)).getStackTrace())
                .containsExactly(
                        new StackTraceElement("io.microbench.junit.NamedFixture", "encode", "NamedFixture.java", 25));
    }

    @Test
    void failuresCountAsAbortedWhereTheyAreAllowed() {
        run.outcomes = planned -> FakeRun.failed(planned, Failure.Kind.EXITED, "it exited", "");

        Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.failOnError", "false")
                .execute()
                .testEvents()
                .aborted()
                .assertEventsMatchExactly(event(
                        test("case:pair:threads=2"), abortedWithReason(message(text -> text.contains("it exited")))));
    }

    @Test
    void anErrorOfTheHarnessFailsTheTestItHappenedIn() {
        run.outcomes = planned -> {
            if (planned.id().text().contains("size=1024")) {
                throw new IllegalStateException("a bug");
            }
            return FakeRun.completed(planned);
        };

        Kit.engine(run, selectMethod(NamedFixture.class, "encode"))
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(1).failed(1));
        assertThat(run.calls).endsWith("close");
    }

    @Test
    void aWrongSettingIsToldOnceAndNothingRuns() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("forks", "two")
                .configurationParameter("microbench.treads", "1")
                .execute();

        results.containerEvents()
                .failed()
                .assertEventsMatchExactly(
                        event(
                                container(NamedFixture.class),
                                finishedWithFailure(
                                        instanceOf(ConfigurationException.class),
                                        message(text -> text.contains("forks = \"two\"")
                                                && text.contains("Did you mean microbench.threads?")))),
                        event(
                                container(PlainFixture.class),
                                finishedWithFailure(message(text -> text.startsWith(
                                                "Not run, for the reason told by io.microbench.junit.NamedFixture: forks")
                                        && text.lines().count() == 1))));
        results.testEvents().assertStatistics(stats -> stats.started(0));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void aParameterThatNobodyHasIsToldWithTheNearest() {
        Kit.engine(run, selectClass(NamedFixture.class))
                .configurationParameter("microbench.param.siz", "1")
                .execute()
                .containerEvents()
                .failed()
                .assertEventsMatchExactly(event(
                        container(NamedFixture.class),
                        finishedWithFailure(message("microbench.param.siz (configuration parameter) names a parameter"
                                + " that no benchmark has. Did you mean size?"))));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void aParameterOfAnotherClassIsNoMistake() {
        Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.param.size", "1")
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(1));
    }

    @Test
    void whatPreflightSaysIsToldOnce() {
        MicrobenchTestEngine engine =
                new MicrobenchTestEngine(parameters -> Kit.of(parameters, SettingSource.of("none", Map.of())), plan -> {
                    throw new PreflightException("no BenchmarkList\nadd this to the pom");
                });

        EngineExecutionResults results = EngineTestKit.engine(engine)
                .selectors(selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .execute();

        results.containerEvents()
                .failed()
                .assertEventsMatchExactly(
                        event(
                                container(NamedFixture.class),
                                finishedWithFailure(
                                        instanceOf(PreflightException.class),
                                        message("no BenchmarkList\nadd this to the pom"))),
                        event(
                                container(PlainFixture.class),
                                finishedWithFailure(message("Not run, for the reason told by"
                                        + " io.microbench.junit.NamedFixture: no BenchmarkList"))));
    }

    @Test
    void aCaseThatIsWorseThanExpectedIsRedAndSaysWhy() {
        run.findings = result ->
                new Findings(List.of(), Map.of("verdict", "SLOWER"), List.of("it is slower", "it breaks its bound"));
        EngineExecutionResults results =
                Kit.engine(run, selectClass(PlainFixture.class)).execute();

        results.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("pair"),
                                finishedWithFailure(
                                        instanceOf(WorseThanExpectedError.class),
                                        message("it is slower\nit breaks its bound"))));
        assertThat(results.testEvents().reportingEntryPublished().stream()
                        .map(e -> e.getRequiredPayload(ReportEntry.class).getKeyValuePairs()))
                .contains(Map.of("verdict", "SLOWER"));
    }

    @Test
    void aCaseThatIsWorseThanExpectedIsAbortedWhereErrorsAreLetPass() {
        run.findings = result -> new Findings(List.of(), Map.of(), List.of("it is slower"));
        Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.failOnError", "false")
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.aborted(1).failed(0));
    }

    @Test
    void aFilterThatChoosesNothingIsAFailingTest() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "*encodes*")
                .execute();

        results.allEvents()
                .assertEventsMatchExactly(
                        event(engine(), started()),
                        event(container(NamedFixture.class), started()),
                        event(dynamicTestRegistered("microbench.cases")),
                        event(test("microbench.cases"), started()),
                        event(
                                test("microbench.cases"),
                                finishedWithFailure(message(text -> text.startsWith(
                                                "microbench.cases = \"*encodes*\" (configuration parameter) chooses none of 5")
                                        && text.contains("io.microbench.junit.NamedFixture.encode")))),
                        event(container(NamedFixture.class), finishedSuccessfully()),
                        event(engine(), finishedSuccessfully()));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void aClassOfWhichNothingIsChosenIsSilentWhileAnotherRuns() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "pair")
                .execute();

        results.containerEvents().assertStatistics(stats -> stats.started(2).succeeded(2));
        results.testEvents().assertStatistics(stats -> stats.started(1).succeeded(1));
    }

    @Test
    void aFilterThatChoosesNothingCanBeAllowed() {
        String printed = printed(() -> Kit.engine(run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "nothing")
                .configurationParameter("microbench.failIfNoCases", "false")
                .execute()
                .allEvents()
                .assertStatistics(stats -> stats.started(1).failed(0)));

        assertThat(printed)
                .startsWith("Microbench: microbench.cases = \"nothing\"")
                .hasLineCount(1);
    }

    @Test
    void aFilterForAClassThatRunsElsewhereIsNoFailure() {
        String printed = printed(() -> Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "NamedFixture")
                .execute()
                .allEvents()
                .assertStatistics(stats -> stats.started(1).failed(0)));

        assertThat(printed)
                .isEqualToIgnoringNewLines("Microbench: no case in io.microbench.junit.PlainFixture; the filter"
                        + " NamedFixture means another class of this module.");
    }

    @Test
    void aListIsPrintedAndNothingRuns() {
        String printed = printed(() -> Kit.engine(run, selectMethod(NamedFixture.class, "encode"))
                .configurationParameter("microbench.list", "")
                .execute()
                .testEvents()
                .assertEventsMatchExactly(
                        event(test("case:encode:size=1024"), skippedWithReason("listed only")),
                        event(test("case:encode:size=16"), skippedWithReason("listed only"))));

        assertThat(printed)
                .contains("io.microbench.junit.NamedFixture.encode:size=1024,threads=1")
                .endsWith("2 cases, 4 forks, about 1 min 22 s" + System.lineSeparator());
        assertThat(run.calls).isEmpty();
    }

    @Test
    void aClassThatCannotBeMadeFailsItsOwnCasesOnly() {
        EngineExecutionResults results = Kit.engine(
                        run,
                        selectClass(TroubleFixtures.ThrowingCase.class),
                        selectClass(TroubleFixtures.HookCase.class),
                        selectClass(TroubleFixtures.UnvaluedCase.class),
                        selectClass(PlainFixture.class))
                .execute();

        results.testEvents()
                .failed()
                .assertEventsMatchLoosely(
                        event(test("case:one"), finishedWithFailure(message("no instance of me"))),
                        event(test("case:two"), finishedWithFailure(message("no instance of me"))),
                        event(test("case:one"), finishedWithFailure(message("no arguments"))));
        results.containerEvents()
                .failed()
                .assertEventsMatchExactly(event(
                        container(TroubleFixtures.UnvaluedCase.class),
                        finishedWithFailure(message(text -> text.contains("the parameter colour has no values")))));
        assertThat(run.calls).containsExactly("open", "run pair:threads=2", "close");
    }

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void cancellingStopsTheBusyCaseAndSkipsTheRest() {
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
    void aRunThatWasStoppedFromOutsideGoesNoFurther() {
        run.outcomes = planned -> FakeRun.failed(planned, Failure.Kind.STOPPED, "stopped", "");

        Kit.engine(run, selectClass(NamedFixture.class))
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.started(1).failed(1).skipped(3));
    }

    @Test
    void aRunThatCannotBeClosedFailsTheEngine() {
        run.closing = Optional.of(new IllegalStateException("disk full"));

        Kit.engine(run, selectClass(PlainFixture.class))
                .execute()
                .containerEvents()
                .failed()
                .assertEventsMatchExactly(event(engine(), finishedWithFailure(message("disk full"))));
    }

    @Test
    void anEmptyTreeIsDoneAtOnce() {
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

    private static Throwable failure(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    private static String printed(Runnable action) {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            action.run();
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }
}
