/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.environment.PreflightException;
import io.microbench.plan.AskedNodes;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Scheduling;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures on nodes that are processes of this machine. */
class NodeRunForkTest {

    private static final AskedNodes NODES = new AskedNodes(List.of("a", "b"), Map.of("microbench.join", "host:7800"));

    private static final PlannedCase COUNT = planned(CountingFixture.class, "count");
    private static final PlannedCase WORKING = planned(EndlessFixture.class, "working");

    @TempDir
    Path output;

    private static PlannedCase planned(Class<?> fixture, String method) {
        return TestPlans.of(fixture, method)
                .forks(2)
                .time(Duration.ofMillis(200))
                .planned();
    }

    private Plan plan(SettingValue... more) {
        String cases = COUNT.id().className() + ".count;" + WORKING.id().className() + ".working";
        List<SettingValue> settings = new ArrayList<>(List.of(new SettingValue("microbench.cases", cases, "test")));
        settings.addAll(List.of(more));
        return TestPlans.plan(output, settings, COUNT, WORKING);
    }

    @Test
    void aNodeThatIsKilledInAForkLosesThatForkAlone() throws Exception {
        LocalNetwork network =
                new LocalNetwork(output, (node, line) -> node.equals("b") && line.startsWith("# Warmup Iteration"));
        RunRecord finished;
        try (NodeRun run = NodeRun.open(plan(), NODES, network)) {
            run.measure(List.of(COUNT, WORKING), ForkPriority.WIDEST);

            assertThat(run.run(COUNT)).isInstanceOf(CaseOutcome.Completed.class);
            assertThat(run.run(WORKING)).isInstanceOf(CaseOutcome.Completed.class);
            finished = run.finish();

            assertThat(RunReader.readSound(run.folder())).isEqualTo(finished);
        }

        assertThat(network.settings).containsEntry("microbench.join", "host:7800");
        assertThat(finished.cases()).allSatisfy(result -> {
            assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
            assertThat(result.score()).isPresent();
            assertThat(result.forksWithValue())
                    .extracting(ForkResult::node)
                    .containsExactly(Optional.of("a"), Optional.of("a"));
        });
        assertThat(finished.cases().stream().flatMap(result -> result.forks().stream()))
                .filteredOn(fork -> fork.failure().isPresent())
                .singleElement()
                .satisfies(fork -> {
                    assertThat(fork.node()).contains("b");
                    assertThat(fork.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.NODE_LOST);
                });
        assertThat(finished.nodes().orElseThrow()).allSatisfy(node -> {
            assertThat(node.environment().logicalCpus()).isPositive();
            assertThat(node.calibration()).isPresent();
        });
        assertThat(finished.nodes().orElseThrow())
                .filteredOn(node -> node.lost().isPresent())
                .extracting(RunNode::name)
                .containsExactly("b");
        Eventually.within(60, "hosts are gone", network::isQuiet);
    }

    @Test
    void aStopEndsBusyForksAndStartsNoOther() throws Exception {
        NodeRun[] opened = new NodeRun[1];
        LocalNetwork network = new LocalNetwork(output, (node, line) -> {
            if (line.startsWith("# Warmup Iteration")) {
                opened[0].stop();
            }
            return false;
        });
        try (NodeRun run = NodeRun.open(plan(), NODES, network)) {
            opened[0] = run;
            run.measure(List.of(COUNT, WORKING), ForkPriority.WIDEST);

            assertThat(run.run(COUNT)).isInstanceOfSatisfying(CaseOutcome.Failed.class, failed -> assertThat(
                            failed.failure().kind())
                    .isEqualTo(Failure.Kind.STOPPED));
            assertThat(run.finish().cases()).extracting(CaseResult::status).doesNotContain(CaseResult.Status.DONE);
        }
        Eventually.within(60, "hosts are gone", network::isQuiet);
    }

    @Test
    void refusesWhatOnlyOneMachineCanDo() {
        LocalNetwork network = new LocalNetwork(output, (node, line) -> false);

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() ->
                        NodeRun.open(plan(new SettingValue("microbench.monitor", "console", "test")), NODES, network))
                .withMessageContaining("microbench.monitor watches processes of this machine");
        PlannedCase inside =
                TestPlans.of(CountingFixture.class, "count").forks(0).planned();
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> NodeRun.open(TestPlans.plan(output, inside), NODES, network))
                .withMessage(
                        "forks = 0 measures inside this JVM, and microbench.nodes on others. Leave one of them out.");
        Plan budget = TestPlans.scheduled(
                output, new Scheduling(Scheduling.Order.BLOCKS, Optional.of(Duration.ofMinutes(1))), COUNT);
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> NodeRun.open(budget, NODES, network))
                .withMessageStartingWith("microbench.budget divides the time of one machine");
    }
}
