// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.plan.LadderFixtures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests ladders and squeezes under JUnit. */
class LadderExecutionTest {

    private final FakeRun run = new FakeRun();

    private EngineTestKit.Builder kit(String threads) {
        return Kit.engine(run, selectMethod(LadderFixtures.Climbing.class, "work"))
                .configurationParameter("microbench.threads", threads);
    }

    @Test
    void runsEachRungAsTest() {
        EngineExecutionResults results = kit("1,10..20+10").execute();

        results.testEvents().assertStatistics(stats -> stats.succeeded(3));
        assertThat(run.calls)
                .containsExactly("open", "run work:threads=1", "run work:threads=10", "run work:threads=20", "close");
        assertThat(run.plans.get(0).scheduling().patience()).isEmpty();
    }

    @Test
    void runsShuffledRungsInRandomOrderButPlansThemInOrder() {
        kit("1..9").configurationParameter("microbench.order", "shuffled").execute();

        List<String> order = run.calls.subList(1, 10);
        assertThat(order)
                .hasSize(9)
                .doesNotHaveDuplicates()
                .isNotEqualTo(order.stream().sorted().toList());
        assertThat(run.measuredAhead.stream().map(one -> "run " + one)).containsExactlyElementsOf(order);
        assertThat(run.plans.get(0).cases())
                .extracting(planned -> planned.id().threads())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void plansEveryRungOfSqueezeAndSkipsThoseAfterItsEnd() {
        run.notReached = planned -> planned.id().threads() > 2
                ? Optional.of("the squeeze had already ended: best with 1 worker")
                : Optional.empty();

        EngineExecutionResults results = kit("squeeze:1..4").execute();

        assertThat(run.plans.get(0).cases())
                .extracting(planned -> planned.id().threads())
                .containsExactly(1, 2, 3, 4);
        assertThat(run.plans.get(0).scheduling().patience()).contains(3);
        results.testEvents().assertStatistics(stats -> stats.succeeded(2).skipped(2));
        results.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("case:work:threads=4"),
                                skippedWithReason("the squeeze had already ended: best with 1 worker")));
    }

    @Test
    void failsSqueezeWithBudgetBeforeFirstFork() {
        EngineExecutionResults results =
                kit("squeeze").configurationParameter("microbench.budget", "1m").execute();

        results.containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(message(text -> text.contains(
                                "microbench.budget = \"1m\" (configuration parameter)" + " contradict each other")))));
        assertThat(run.calls).isEmpty();
    }
}
