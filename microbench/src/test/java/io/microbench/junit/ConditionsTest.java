// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class ConditionsTest {

    private final FakeRun run = new FakeRun();

    @Test
    void disablesMethodsByConditionsOfJupiter() {
        EngineExecutionResults results = Kit.engine(run, selectClass(ConditionFixtures.MethodsCase.class))
                .execute();

        results.testEvents()
                .skipped()
                .assertEventsMatchExactly(
                        event(test("case:disabled:"), skippedWithReason("not today")),
                        event(
                                test("case:disabledOnOs:"),
                                skippedWithReason(reason -> reason.startsWith("Disabled on"))),
                        event(
                                test("case:enabledForJre:"),
                                skippedWithReason(reason -> reason.startsWith("Disabled on JRE"))),
                        event(test("case:enabledIf:"), skippedWithReason("@EnabledIf(\"never\") evaluated to false")),
                        event(
                                test("case:enabledIfProperty:"),
                                skippedWithReason(reason -> reason.contains("java.version"))),
                        event(
                                test("case:enabledIfVariable:"),
                                skippedWithReason(reason -> reason.contains("NO_SUCH_VARIABLE"))));
        assertThat(run.calls)
                .contains("open", "run always:threads=1", "run disabledIf:threads=1", "run enabledOnOs:threads=1")
                .contains("skip disabled: not today")
                .hasSize(2 + 9);
    }

    @Test
    void runsNothingForDisabledMethods() {
        Kit.engine(run, selectClass(ConditionFixtures.MethodsCase.class))
                .configurationParameter("forks", "1")
                .execute();

        assertThat(run.plans.get(0).cases()).hasSize(9);
        assertThat(run.plans.get(0).forks()).isEqualTo(3);
    }

    @Test
    void skipsDisabledClassWithoutInitialisingIt() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(ConditionFixtures.OffCase.class), selectClass(PlainFixture.class))
                .execute();

        results.containerEvents()
                .skipped()
                .assertEventsMatchExactly(
                        event(container(ConditionFixtures.OffCase.class), skippedWithReason("is @Disabled")));
        results.testEvents().assertStatistics(stats -> stats.started(1).skipped(0));
        assertThat(run.calls).containsExactly("open", "skip one: is @Disabled", "run pair:threads=2", "close");
    }

    @Test
    void opensNoRunIfEverythingIsDisabled() {
        Kit.engine(run, selectClass(ConditionFixtures.OffCase.class))
                .execute()
                .containerEvents()
                .assertStatistics(stats -> stats.skipped(1).failed(0));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void evaluatesCustomConditionForEveryMethod() {
        EngineExecutionResults results =
                Kit.engine(run, selectClass(ConditionFixtures.ChoosyCase.class)).execute();

        results.testEvents()
                .skipped()
                .assertEventsMatchExactly(event(test("case:left:"), skippedWithReason("not kept")));
        assertThat(run.calls).contains("run kept:threads=1").doesNotContain("run left:threads=1");
    }

    @Test
    void passesConfigurationParametersToConditions() {
        Kit.engine(run, selectClass(ConditionFixtures.ChoosyCase.class))
                .configurationParameter("chosen.method", "left")
                .execute();

        assertThat(run.calls).contains("run left:threads=1").doesNotContain("run kept:threads=1");
    }

    @Test
    void failsOnlyTestWhoseConditionThrows() {
        EngineExecutionResults results =
                Kit.engine(run, selectClass(ConditionFixtures.ChoosyCase.class)).execute();

        results.testEvents()
                .failed()
                .assertEventsMatchExactly(
                        event(
                                test("case:storing:"),
                                finishedWithFailure(message(text -> text.startsWith("Cannot determine whether ")
                                        && text.contains("ExtensionContext.getStore has no meaning for a benchmark")))),
                        event(
                                test("case:throwing:"),
                                finishedWithFailure(message("Cannot determine whether"
                                        + " io.microbench.junit.ConditionFixtures$ChoosyCase.throwing should run:"
                                        + " its condition io.microbench.junit.ConditionFixtures$Choosy threw"
                                        + " java.lang.IllegalStateException: boom"))));
        results.testEvents()
                .assertStatistics(stats -> stats.succeeded(1).skipped(1).failed(2));
    }

    @Test
    void skipsCasesByParameters() {
        EngineExecutionResults results = Kit.engine(run, selectClass(ConditionFixtures.BackendCase.class))
                .configurationParameter("microbench.param.backend", "here,absent,silent")
                .execute();

        results.testEvents()
                .assertStatistics(stats -> stats.succeeded(2).skipped(4).failed(0));
        results.testEvents()
                .skipped()
                .assertThatEvents()
                .haveExactly(2, event(skippedWithReason("insert needs etcd on PATH, called 2 times")))
                .haveExactly(
                        2,
                        event(skippedWithReason("skipped by " + ConditionFixtures.BackendCase.class.getCanonicalName()
                                + ".skipReason, without a reason")));
        assertThat(run.plans.get(0).cases()).hasSize(6);
        assertThat(run.plans.get(0).forks()).isEqualTo(2 * 2);
    }

    @Test
    void failsOnlyCasesWhoseSkipReasonThrows() {
        EngineExecutionResults results = Kit.engine(run, selectClass(ConditionFixtures.BackendCase.class))
                .configurationParameter("microbench.param.backend", "here,broken")
                .execute();

        results.testEvents().assertStatistics(stats -> stats.succeeded(2).failed(2));
        results.testEvents()
                .failed()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(message(
                                "Cannot determine whether " + ConditionFixtures.BackendCase.class.getCanonicalName()
                                        + ".insert:backend=broken,threads=1 should run: "
                                        + ConditionFixtures.BackendCase.class.getCanonicalName()
                                        + ".skipReason threw java.lang.IllegalStateException: no library"))));
    }

    @Test
    void reportsRejectedValueWithExpectedOnes() {
        EngineExecutionResults results = Kit.engine(run, selectClass(ConditionFixtures.BackendCase.class))
                .configurationParameter("microbench.param.backend", "here,refused")
                .execute();

        results.testEvents().assertStatistics(stats -> stats.succeeded(2).failed(2));
        results.testEvents()
                .failed()
                .assertThatEvents()
                .haveExactly(2, event(finishedWithFailure(message("backend = \"refused\": expected here"))));
    }
}
