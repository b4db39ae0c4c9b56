// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.fixture.FixtureCases;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.settings.NodeSelection;
import io.microbench.settings.Scheduling;
import io.microbench.text.PreflightException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures on nodes that are processes of this machine. */
@Tag("processes")
class NodeRunForkTest {

    private static final NodeSelection NODES =
            new NodeSelection(List.of("a", "b"), Map.of("microbench.join", "host:7800"));

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
    void losesOnlyForkThatRanOnKilledNode() throws Exception {
        LocalNetwork network =
                new LocalNetwork(output, (node, line) -> node.equals("b") && line.startsWith("# Warmup Iteration"));
        RunRecord finished;
        try (NodeRun run = NodeRun.open(plan(), NODES, network)) {
            run.measure(List.of(COUNT, WORKING), TestPlans.WIDEST);

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
    void killsBusyForksAndStartsNoOthersOnStop() throws Exception {
        NodeRun[] opened = new NodeRun[1];
        LocalNetwork network = new LocalNetwork(output, (node, line) -> {
            if (line.startsWith("# Warmup Iteration")) {
                opened[0].stop();
            }
            return false;
        });
        try (NodeRun run = NodeRun.open(plan(), NODES, network)) {
            opened[0] = run;
            run.measure(List.of(COUNT, WORKING), TestPlans.WIDEST);

            assertThat(run.run(COUNT)).isInstanceOfSatisfying(CaseOutcome.Failed.class, failed -> assertThat(
                            failed.failure().kind())
                    .isEqualTo(Failure.Kind.STOPPED));
            assertThat(run.finish().cases()).extracting(CaseResult::status).doesNotContain(CaseResult.Status.DONE);
        }
        Eventually.within(60, "hosts are gone", network::isQuiet);
    }

    @Test
    void rejectsSettingsForSingleMachine() {
        LocalNetwork network = new LocalNetwork(output, (node, line) -> false);

        PlannedCase inside =
                TestPlans.of(CountingFixture.class, "count").forks(0).planned();
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> NodeRun.open(TestPlans.plan(output, inside), NODES, network))
                .withMessage(
                        "forks = 0 measures inside this JVM, and microbench.nodes on others. Leave one of them out.");
        Plan budget = TestPlans.scheduled(
                output,
                new Scheduling(Scheduling.Order.BLOCKS, Optional.of(Duration.ofMinutes(1)), Optional.empty()),
                COUNT);
        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> NodeRun.open(budget, NODES, network))
                .withMessageStartingWith("microbench.budget divides the time of one machine");
    }

    @Test
    void namesNodeInRowsOfMonitor() throws Exception {
        PlannedCase working = TestPlans.of(EndlessFixture.class, "working")
                .time(Duration.ofMinutes(10))
                .planned();
        Path lines = output.resolve("monitor.csv");
        Plan plan = TestPlans.plan(
                output,
                List.of(
                        new SettingValue("microbench.cases", working.id().className() + ".working", "test"),
                        new SettingValue("microbench.monitor", lines.toString(), "test")),
                working);
        LocalNetwork network = new LocalNetwork(output, (node, line) -> false);
        try (NodeRun run = NodeRun.open(plan, new NodeSelection(List.of("a"), Map.of()), network)) {
            MonitorHistory history = run.monitored().orElseThrow();
            // Not just once: the row must be repeated.
            history.listen(sample -> {
                if (history.get(Instant.EPOCH).size() >= 2) {
                    run.stop();
                }
            });
            run.measure(List.of(working), TestPlans.WIDEST);

            assertThat(history.get(Instant.EPOCH))
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(sample -> {
                        assertThat(sample.node()).contains("a");
                        assertThat(sample.job()).isEqualTo(working.id().text());
                        assertThat(sample.heap()).isPositive();
                        assertThat(sample.threads()).isPositive();
                    });
        }
        assertThat(Files.readAllLines(lines))
                .hasSizeGreaterThanOrEqualTo(3)
                .last()
                .asString()
                .contains("Z,a,");
        Eventually.within(60, "hosts are gone", network::isQuiet);
    }

    @Test
    void recordsFixtureOfNode() throws Exception {
        PlannedCase one = FixtureCases.planned("sound", 1);
        Plan plan = TestPlans.plan(
                output, List.of(new SettingValue("microbench.cases", one.id().className() + ".sound", "test")), one);
        LocalNetwork network = new LocalNetwork(output, (node, line) -> false);
        Path folder;
        RunRecord record;
        try (NodeRun run = NodeRun.open(plan, new NodeSelection(List.of("a"), Map.of()), network)) {
            folder = run.folder();
            run.measure(List.of(one), TestPlans.WIDEST);
            assertThat(run.run(one)).isInstanceOf(CaseOutcome.Completed.class);
            record = run.finish();
        }
        assertThat(RunReader.read(folder)).isEqualTo(record);
        assertThat(record.fixtures().orElseThrow()).singleElement().satisfies(fixture -> {
            assertThat(fixture.node()).contains("a");
            assertThat(fixture.cases()).endsWith("UserFixture.sound:sleep=1000");
            assertThat(fixture.readySeconds()).isPresent();
            assertThat(fixture.problem()).isEmpty();
        });
        assertThat(Files.readAllLines(folder.resolve("fixture-1-a.log")))
                .containsExactly("started with {sleep=1000}", "closed");
    }
}
