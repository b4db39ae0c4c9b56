// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.engine;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.started;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;

/** Runs of the cases that a filter chooses, and lists of cases. */
class ChosenCasesTest {

    private final FakeRun run = new FakeRun();

    @Test
    void failsIfFilterMatchesNothing() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "*encodes*")
                .execute();

        results.allEvents()
                .assertEventsMatchExactly(
                        event(engine(), started()),
                        event(container(NamedFixture.class), started()),
                        event(
                                container(NamedFixture.class),
                                finishedWithFailure(message(text -> text.startsWith("\"*encodes*\" matches none of 5")
                                        && text.contains("io.microbench.junit.NamedFixture.encode")))),
                        event(engine(), finishedSuccessfully()));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void ignoresClassWithoutMatchIfAnotherMatches() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "pair")
                .execute();

        results.containerEvents().assertStatistics(stats -> stats.started(2).succeeded(2));
        results.testEvents().assertStatistics(stats -> stats.started(1).succeeded(1));
    }

    @Test
    void acceptsFilterWithoutMatchIfAllowed() {
        String printed =
                Printed.by(() -> Kit.engine(run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                        .configurationParameter("microbench.cases", "nothing")
                        .configurationParameter("microbench.failIfNoCases", "false")
                        .execute()
                        .allEvents()
                        .assertStatistics(stats -> stats.started(1).failed(0)));

        assertThat(printed).startsWith("Microbench: \"nothing\"").hasLineCount(1);
    }

    @Test
    void acceptsFilterForClassThatRunsElsewhere() {
        String printed = Printed.by(() -> Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.cases", "NamedFixture")
                .execute()
                .allEvents()
                .assertStatistics(stats -> stats.started(1).failed(0)));

        assertThat(printed)
                .isEqualToIgnoringNewLines("Microbench: no case in io.microbench.junit.PlainFixture; the filter"
                        + " NamedFixture selects another class of this module.");
    }

    @Test
    void printsListWithoutRunning() {
        String printed = Printed.by(() -> Kit.engine(run, selectMethod(NamedFixture.class, "encode"))
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
}
