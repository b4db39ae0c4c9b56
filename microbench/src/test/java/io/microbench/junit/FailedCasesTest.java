// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.engine;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.junit.Judgement.Findings;
import io.microbench.result.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.Event;

/** Tests failures of a case, a class or the whole run, as reported to the listeners of JUnit. */
class FailedCasesTest {

    private final FakeRun run = new FakeRun();

    @Test
    void failsTestOfFailedBenchmark() {
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
    void failsTestInWhichHarnessThrows() {
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
    void failsTestOfRegressionWithReason() {
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
    void failsOnlyCasesOfClassThatCannotBeCreated() {
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
        assertThat(run.calls)
                .containsExactly(
                        "open",
                        "run pair:threads=2",
                        "fail one: java.lang.IllegalStateException: no arguments",
                        "fail one: java.lang.IllegalStateException: no instance of me",
                        "fail two: java.lang.IllegalStateException: no instance of me",
                        "close");
    }

    /** A class without state or base class was once skipped, and a run with no other class passed. */
    @Test
    void failsPlainClassNamingItsInvalidNumbers() {
        EngineExecutionResults results = Kit.engine(
                        run,
                        selectClass(TroubleFixtures.UnthreadedCase.class),
                        selectClass(TroubleFixtures.UnbatchedCase.class),
                        selectClass(PlainFixture.class))
                .execute();

        results.containerEvents()
                .failed()
                .assertEventsMatchLoosely(
                        event(
                                container(TroubleFixtures.UnthreadedCase.class),
                                finishedWithFailure(
                                        message(text -> text.contains("UnthreadedCase.one: threads: 0; expected")))),
                        event(
                                container(TroubleFixtures.UnbatchedCase.class),
                                finishedWithFailure(
                                        message(
                                                text -> text.endsWith(
                                                        "UnbatchedCase.one: batchSize: 0; expected an integer from 1. Correct the annotation of the method or its class.")))));
        results.containerEvents().assertStatistics(stats -> stats.failed(2));
        results.testEvents().assertStatistics(stats -> stats.succeeded(1));
    }

    /** The class may need things that only its forks have. */
    @Test
    void doesNotInstantiateClassWithoutOverriddenHooks() {
        Kit.engine(run, selectClass(TroubleFixtures.ForkOnlyCase.class))
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(1));

        assertThat(run.calls).containsExactly("open", "run one:threads=1", "close");
    }

    @Test
    void recordsRootCauseOfFailureBeforeFirstFork() {
        Kit.engine(run, selectClass(TroubleFixtures.UninitialisedCase.class))
                .execute()
                .testEvents()
                .failed()
                .assertEventsMatchExactly(
                        event(test("case:one"), finishedWithFailure(instanceOf(NullPointerException.class))));

        assertThat(run.plans.get(0).cases()).hasSize(1);
        assertThat(run.measuredAhead).isEmpty();
        assertThat(run.calls)
                .hasSize(3)
                .element(1)
                .asString()
                .startsWith("fail one: java.lang.NullPointerException: Cannot invoke \"String.toUpperCase");
    }

    @Test
    void failsEngineIfRunCannotBeClosed() {
        run.closing = Optional.of(new IllegalStateException("disk full"));

        Kit.engine(run, selectClass(PlainFixture.class))
                .execute()
                .containerEvents()
                .failed()
                .assertEventsMatchExactly(event(engine(), finishedWithFailure(message("disk full"))));
    }

    private static Throwable failure(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }
}
