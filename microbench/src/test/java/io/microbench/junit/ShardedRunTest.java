// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.microbench.plan.PlannedCase;
import io.microbench.plan.ShardCut;
import io.microbench.plan.TiedFixture;
import io.microbench.result.CaseId;
import io.microbench.result.SettingValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests one shard of several under JUnit, without forks. */
class ShardedRunTest {

    private static final DiscoverySelector[] ALL = {
        selectClass(NamedFixture.class), selectClass(PlainFixture.class), selectClass(TiedFixture.class)
    };

    @TempDir
    Path folder;

    private static EngineTestKit.Builder kit(FakeRun run, String shard, DiscoverySelector... selectors) {
        return Kit.engine(run, selectors).configurationParameter("microbench.shard", shard);
    }

    private static Set<CaseId> planned(FakeRun run) {
        Set<CaseId> ids = new HashSet<>();
        run.plans.forEach(plan -> plan.cases().stream().map(PlannedCase::id).forEach(ids::add));
        return ids;
    }

    private static Set<CaseId> all() {
        FakeRun whole = new FakeRun();
        Kit.engine(whole, ALL).execute();
        return planned(whole);
    }

    @Test
    void runsEachCaseInOneShard() {
        List<CaseId> seen = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            FakeRun run = new FakeRun();
            String shard = number + "/3";
            List<TestDescriptor> nodes = Kit.descriptors(kit(run, shard, ALL));

            kit(run, shard, ALL).execute().testEvents().assertStatistics(stats -> stats.failed(0)
                    .skipped(0));

            assertThat(nodes.stream().filter(TestDescriptor::isTest))
                    .hasSize(planned(run).size());
            seen.addAll(planned(run));
        }

        assertThat(seen).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void printsAndRecordsDistributionOfCases() {
        FakeRun run = new FakeRun();

        String printed = Printed.by(() -> kit(run, "2/3", ALL).execute());

        assertThat(printed).startsWith("# Shard 2/3: " + planned(run).size() + " of " + all().size() + " cases");
        assertThat(run.plans.get(0).settings())
                .contains(new SettingValue("microbench.shard", "2/3", "configuration parameter"))
                .filteredOn(setting -> setting.name().equals(ShardCut.NAME))
                .singleElement()
                .satisfies(mark ->
                        assertThat(mark.value()).contains("+" + planned(run).size() + "+"));
    }

    @Test
    void distributesSelectedCasesOnly() {
        FakeRun run = new FakeRun();

        String printed = Printed.by(() -> kit(run, "1/1", ALL)
                .configurationParameter("microbench.cases", "TiedFixture:size=1")
                .execute());

        assertThat(printed).startsWith("# Shard 1/1: 6 of 6 cases");
        assertThat(planned(run)).hasSize(6);
    }

    @Test
    void acceptsEmptyShardWithoutOpeningRun() {
        List<String> printed = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            FakeRun run = new FakeRun();
            String shard = number + "/2";
            printed.add(Printed.by(() -> kit(run, shard, selectClass(PlainFixture.class))
                            .execute()
                            .allEvents()
                            .assertStatistics(stats -> stats.failed(0)))
                    .lines()
                    .findFirst()
                    .orElse(""));
            calls.addAll(run.calls);
        }

        assertThat(printed)
                .satisfiesAnyOf(
                        lines -> assertThat(String.join("; ", lines))
                                .isEqualTo("# Shard 1/2: 1 of 1 case; # Shard 2/2: 0 of 1 case"),
                        lines -> assertThat(String.join("; ", lines))
                                .isEqualTo("# Shard 1/2: 0 of 1 case; # Shard 2/2: 1 of 1 case"));
        assertThat(calls).containsOnlyOnce("open");
    }

    /**
     * Surefire asks for each class separately whether it has tests, and the cases of one class are distributed
     * differently than those of all classes.
     */
    @Test
    void keepsClassWithoutCasesInShard() {
        for (int number = 1; number <= 7; number++) {
            assertThat(Kit.descriptors(kit(new FakeRun(), number + "/7", selectClass(PlainFixture.class))))
                    .anyMatch(node -> node.isContainer()
                            && (node.mayRegisterTests() || !node.getChildren().isEmpty()));
        }
    }

    @Test
    void failsEveryShardIfFilterMatchesNothing() {
        for (int number = 1; number <= 2; number++) {
            kit(new FakeRun(), number + "/2", ALL)
                    .configurationParameter("microbench.cases", "*nowhere*")
                    .execute()
                    .containerEvents()
                    .assertStatistics(stats -> stats.failed(1));
        }
    }

    @Test
    void listsCasesOfShardWithoutRunning() {
        FakeRun run = new FakeRun();

        String printed = Printed.by(() -> kit(run, "1/1", selectClass(PlainFixture.class))
                .configurationParameter("microbench.list", "cases")
                .execute());

        assertThat(printed).contains("PlainFixture.pair").endsWith("# Shard 1/1: 1 of 1 case" + System.lineSeparator());
        assertThat(run.calls).isEmpty();
    }

    @Test
    void rejectsInvalidShardBeforeFirstFork() {
        assertRefused(new String[] {"microbench.shard", "6/5"}, "microbench.shard = \"6/5\"");
    }

    private static void assertRefused(String[] settings, String start) {
        FakeRun run = new FakeRun();
        EngineTestKit.Builder kit = Kit.engine(run, selectClass(PlainFixture.class));
        for (int i = 0; i < settings.length; i += 2) {
            kit.configurationParameter(settings[i], settings[i + 1]);
        }

        kit.execute()
                .containerEvents()
                .assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(text -> text.startsWith(start)))));
        assertThat(run.calls).isEmpty();
    }
}
