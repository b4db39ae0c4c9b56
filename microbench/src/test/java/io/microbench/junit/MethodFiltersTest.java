// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.engine;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.started;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Runs the engine with the filters that Surefire creates for {@code -Dtest=Class#method}. */
class MethodFiltersTest {

    private final FakeRun run = new FakeRun();

    @Test
    void failsForUnknownMethod() {
        events(engineWith("nosuch", NamedFixture.class))
                .assertEventsMatchExactly(
                        event(engine(), started()),
                        event(container(NamedFixture.class), started()),
                        event(
                                container(NamedFixture.class),
                                finishedWithFailure(message(text -> text.contains("matches none of 4 cases.")
                                        && text.contains("io.microbench.junit.NamedFixture.encode")))),
                        event(engine(), finishedSuccessfully()));
        assertThat(run.calls).isEmpty();
    }

    @Test
    void keepsSingleClassSoThatSurefireRunsIt() {
        assertThat(Kit.descriptors(engineWith("nosuch", PlainFixture.class)))
                .singleElement()
                .satisfies(node -> assertThat(node.mayRegisterTests()).isTrue());
    }

    @Test
    void ignoresClassWithoutMethodIfAnotherHasIt() {
        events(engineWith("encode", NamedFixture.class, PlainFixture.class))
                .assertStatistics(stats -> stats.started(4).succeeded(4).failed(0));
    }

    @Test
    void acceptsMethodOfClassInAnotherJvm() {
        events(engineWith("encode", PlainFixture.class))
                .assertStatistics(stats -> stats.started(1).failed(0));
    }

    @Test
    void acceptsTestOfAnotherEngineInSameClass() {
        assertThat(Kit.descriptors(engineWith("tested", MixedFixture.class))).isEmpty();
        assertThat(Kit.descriptors(engineWith("nothing", MixedFixture.class))).hasSize(1);
    }

    @Test
    void acceptsTagWithoutBenchmarks() {
        assertThat(Kit.descriptors(
                        Kit.engine(run, selectClass(NamedFixture.class)).filters(TagFilter.includeTags("nobody"))))
                .isEmpty();
    }

    @Test
    void distinguishesMethodExcludedByTagFromUnknownOne() {
        assertThat(Kit.descriptors(engineWith("measured", MixedFixture.class).filters(TagFilter.includeTags("nobody"))))
                .isEmpty();
    }

    @Test
    void acceptsEmptySelectionIfAllowed() {
        events(engineWith("nosuch", NamedFixture.class).configurationParameter("microbench.failIfNoCases", "false"))
                .assertStatistics(stats -> stats.started(1).failed(0));
    }

    private EngineTestKit.Builder engineWith(String method, Class<?>... classes) {
        DiscoverySelector[] selectors = new DiscoverySelector[classes.length];
        for (int i = 0; i < classes.length; i++) {
            selectors[i] = selectClass(classes[i]);
        }
        return Kit.engine(run, selectors).filters((PostDiscoveryFilter) descriptor -> descriptor
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> FilterResult.includedIf(
                        ((MethodSource) source).getMethodName().equals(method)))
                .orElse(FilterResult.included("no method")));
    }

    private static Events events(EngineTestKit.Builder builder) {
        return builder.execute().allEvents();
    }
}
