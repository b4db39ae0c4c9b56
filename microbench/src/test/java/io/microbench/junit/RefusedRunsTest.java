// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.engine;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.text.PreflightException;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests settings and environments with which no case can run. */
class RefusedRunsTest {

    private final FakeRun run = new FakeRun();

    @Test
    void reportsInvalidSettingOnceAndRunsNothing() {
        EngineExecutionResults results = Kit.engine(
                        run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("forks", "two")
                .configurationParameter("microbench.treads", "1")
                .execute();

        assertRefused(
                results,
                ConfigurationException.class,
                text -> text.contains("forks = \"two\"") && text.contains("Did you mean microbench.threads?"),
                "forks");
        results.testEvents().assertStatistics(stats -> stats.started(0));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void listsParametersForOneThatNoSelectedBenchmarkHas() {
        assertParameterRefused("siz", NamedFixture.class, "Expected one of: size.");
        assertParameterRefused("size", PlainFixture.class, "There are no parameters. Leave it out.");
    }

    private void assertParameterRefused(String parameter, Class<?> selected, String expected) {
        Kit.engine(run, selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .configurationParameter("microbench.param." + parameter, "1")
                .configurationParameter("microbench.cases", selected.getSimpleName())
                .execute()
                .containerEvents()
                .failed()
                .assertEventsMatchExactly(event(
                        container(selected),
                        finishedWithFailure(message("microbench.param." + parameter + " (configuration parameter) names"
                                + " a parameter that no selected benchmark has. " + expected))));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void acceptsParameterOfAnotherClass() {
        Kit.engine(run, selectClass(PlainFixture.class))
                .configurationParameter("microbench.param.size", "1")
                .execute()
                .testEvents()
                .assertStatistics(stats -> stats.succeeded(1));
    }

    @Test
    void reportsPreflightMessageOnce() {
        MicrobenchTestEngine engine = new MicrobenchTestEngine(
                parameters -> Kit.of(parameters, new SettingSource("none", Map.of())), plan -> {
                    throw new PreflightException("no BenchmarkList\nadd this to the pom");
                });

        EngineExecutionResults results = EngineTestKit.engine(engine)
                .selectors(selectClass(NamedFixture.class), selectClass(PlainFixture.class))
                .execute();

        assertRefused(
                results, PreflightException.class, "no BenchmarkList\nadd this to the pom"::equals, "no BenchmarkList");
    }

    /** Asserts that the first class has the whole message, and the second one a line that refers to it. */
    private static void assertRefused(
            EngineExecutionResults results,
            Class<? extends Throwable> type,
            Predicate<String> whole,
            String beginning) {
        results.containerEvents()
                .failed()
                .assertEventsMatchExactly(
                        event(container(NamedFixture.class), finishedWithFailure(instanceOf(type), message(whole))),
                        event(
                                container(PlainFixture.class),
                                finishedWithFailure(
                                        message(text -> text.startsWith("Not run, for the reason reported for"
                                                        + " io.microbench.junit.NamedFixture: " + beginning)
                                                && text.lines().count() == 1))));
    }
}
