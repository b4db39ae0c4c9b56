// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import io.microbench.run.FakeNode.Fate;
import io.microbench.run.PlanRun.CaseOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Distributes cases among scripted nodes. */
@Tag("any-jdk")
class SpreadTest {

    @TempDir
    Path output;

    private static PlannedCase planned(String method, int forks) {
        return TestPlans.tiny(CountingFixture.class, method, forks);
    }

    private static FakeNode node(String name, Map<Integer, Fate> fates) {
        return new FakeNode(name, "zen", 1, fates);
    }

    private static List<String> nodesOf(CaseResult result) {
        return result.forksWithValue().stream()
                .flatMap(fork -> fork.node().stream())
                .toList();
    }

    private static List<ForkResult> lost(CaseResult result) {
        return result.forks().stream()
                .filter(fork -> fork.failure()
                        .filter(why -> why.kind() == Failure.Kind.NODE_LOST)
                        .isPresent())
                .toList();
    }

    @Test
    void measuresAllForksOfCaseOnOneNode() {
        PlannedCase a = planned("a", 3);
        PlannedCase b = planned("b", 3);
        Simulation run = new Simulation(output, a, b);
        run.with(node("one", Map.of())).with(node("two", Map.of()));

        List<String> shown = run.run();

        assertThat(List.of(nodesOf(run.result(a)), nodesOf(run.result(b))))
                .containsExactlyInAnyOrder(List.of("one", "one", "one"), List.of("two", "two", "two"));
        assertThat(shown)
                .hasSize(6)
                .allMatch(
                        line -> line.matches(
                                "# .*% complete, ETA .*\\. .*CountingFixture\\.[ab]:threads=1, fork [123] on (one|two): Done after .*"));
        assertThat(run.folder.record().nodes().orElseThrow())
                .extracting(RunNode::name, RunNode::lost)
                .containsExactlyInAnyOrder(tuple("one", Optional.empty()), tuple("two", Optional.empty()));
    }

    @Test
    void losesOnlyRunningForkOfDeadNode() {
        PlannedCase a = planned("a", 3);
        Simulation run = new Simulation(output, a);
        FakeNode dying = node("one", Map.of(2, Fate.DIES));
        FakeNode other = node("two", Map.of());
        other.clock = Duration.ofMillis(1);
        run.with(dying).with(other);

        List<String> shown = run.run();

        CaseResult result = run.result(a);
        assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(nodesOf(result)).containsExactly("one", "two", "two");
        assertThat(result.forks()).extracting(ForkResult::number).containsExactly(1, 2, 3, 4);
        assertThat(lost(result)).singleElement().satisfies(fork -> {
            assertThat(fork.number()).isEqualTo(2);
            assertThat(fork.node()).contains("one");
        });
        String id = a.id().text();
        assertThat(shown)
                .contains("# WARNING: Node one is lost (no heartbeat); with it fork 2 of " + id
                        + ". Other nodes take over its cases.");
        assertThat(run.folder.record().nodes().orElseThrow().get(0).lost())
                .contains("no heartbeat; with it fork 2 of " + id);
    }

    @Test
    void computesScoreOfMovedCaseFromAllForks() {
        PlannedCase a = planned("a", 3);
        Simulation run = new Simulation(output, a);
        FakeNode other = node("two", Map.of());
        other.clock = Duration.ofMillis(1);
        run.with(node("one", Map.of(2, Fate.DIES))).with(other);

        run.run();

        // Each fake fork has one iteration, whose score is its number: 1, 3 and 4.
        CaseResult result = run.result(a);
        assertThat(result.score().orElseThrow().score()).isEqualTo(8.0 / 3);
        assertThat(result.secondary()).hasEntrySatisfying("gc.count", count -> assertThat(count.score())
                .isEqualTo(6));
    }

    @Test
    void measuresCaseAgainOnDifferentNode() {
        PlannedCase a = planned("a", 3);
        Simulation run = new Simulation(output, a);
        FakeNode unlike = new FakeNode("two", "pentium", 1, Map.of());
        unlike.clock = Duration.ofMillis(1);
        run.with(node("one", Map.of(3, Fate.DIES))).with(unlike);

        run.run();

        CaseResult result = run.result(a);
        assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(nodesOf(result)).containsExactly("two", "two", "two");
        assertThat(lost(result)).extracting(ForkResult::number).containsExactly(1, 2, 3);
        assertThat(lost(result).get(0).failure().orElseThrow().message())
                .startsWith("Its node was lost, and the case was measured again on two: one and two are not alike: CPU"
                        + " model zen vs. pentium");
        assertThat(result.score().orElseThrow().score()).isEqualTo(6);
    }

    @Test
    void reusesFrozenNodeThatReturns() {
        PlannedCase[] all = IntStream.range(0, 8)
                .mapToObj(i -> TestPlans.of(CountingFixture.class, "case" + i)
                        .forks(2)
                        .time(Duration.ofSeconds(5))
                        .planned())
                .toArray(PlannedCase[]::new);
        Simulation run = new Simulation(output, all);
        FakeNode frozen = node("one", Map.of(1, Fate.FREEZES));
        run.with(frozen).with(node("two", Map.of()));

        run.run();

        assertThat(all)
                .allSatisfy(one -> assertThat(run.result(one).forksWithValue()).hasSize(2));
        assertThat(frozen.measured).isNotEmpty();
        assertThat(run.folder.record().nodes().orElseThrow().get(0).lost())
                .hasValueSatisfying(what -> assertThat(what).startsWith("no heartbeat; with it fork 1 of "));
    }

    @Test
    void excludesNodeThatRejectsClassPath() {
        PlannedCase a = planned("a", 2);
        Simulation run = new Simulation(output, a);
        FakeNode refusing = node("one", Map.of()).refusing("its class path differs: netty.jar");
        run.with(refusing).with(node("two", Map.of()));

        List<String> shown = run.run();

        assertThat(nodesOf(run.result(a))).containsExactly("two", "two");
        assertThat(shown).contains("# WARNING: Node one is not used: its class path differs: netty.jar");
    }

    @Test
    void acceptsReturningNodeThatWasMissingAtStart() {
        PlannedCase a = planned("a", 2);
        Simulation run = new Simulation(output, a);
        FakeNode away = node("one", Map.of()).away();
        run.with(away);

        List<String> shown = run.run();

        assertThat(nodesOf(run.result(a))).containsExactly("one", "one");
        assertThat(shown)
                .contains("# WARNING: Node one is lost (it is no longer a member). Other nodes take over its cases.");
    }

    @Test
    void skipsRemainingCasesAndFailsWithoutNodes() {
        PlannedCase a = planned("a", 2);
        PlannedCase b = planned("b", 2);
        Simulation run = new Simulation(output, a, b);
        run.with(node("one", Map.of(3, Fate.DIES)));

        run.run();

        CaseResult skipped = run.result(b);
        assertThat(run.result(a).status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(skipped.status()).isEqualTo(CaseResult.Status.SKIPPED);
        assertThat(skipped.reason()).isEqualTo("No node was left to measure it: one is lost (no heartbeat).");
        assertThat(run.cases.take(b.id()).orElseThrow().outcome()).isInstanceOf(CaseOutcome.Failed.class);
    }

    @Test
    void failsCaseThatEndsItsHostsAndKeepsNodes() {
        PlannedCase a = planned("a", 2);
        PlannedCase b = planned("b", 2);
        Simulation run = new Simulation(output, a, b);
        FakeNode node = node("one", Map.of(1, Fate.HOST_ENDS, 2, Fate.HOST_ENDS));
        run.with(node);

        run.run();

        assertThat(run.result(a).status()).isEqualTo(CaseResult.Status.FAILED);
        assertThat(run.result(a).reason()).contains("ended with exit code 137");
        assertThat(run.result(b).status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(node.hostsOpen).isZero();
    }

    @Test
    void continuesAfterNormalShutdownOfNode() {
        PlannedCase a = planned("a", 2);
        Simulation run = new Simulation(output, a);
        FakeNode other = node("two", Map.of());
        other.clock = Duration.ofMillis(1);
        run.with(node("one", Map.of(2, Fate.IS_STOPPED))).with(other);

        List<String> shown = run.run();

        assertThat(run.result(a).status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(nodesOf(run.result(a))).containsExactly("one", "two");
        assertThat(shown).contains("# WARNING: Node one is not used: it is no longer a member");
    }

    @Test
    void repeatsDiscardedForksWhereCaseContinues() {
        PlannedCase a =
                TestPlans.of(CountingFixture.class, "a").forks(2).warmupForks(1).planned();
        Simulation run = new Simulation(output, a);
        FakeNode first = node("one", Map.of(3, Fate.DIES));
        FakeNode second = node("two", Map.of());
        second.clock = Duration.ofMillis(1);
        run.with(first).with(second);

        run.run();

        String id = a.id().text();
        assertThat(first.measured).containsExactly(id + " thrown away", id + " 1");
        assertThat(second.measured).containsExactly(id + " thrown away", id + " 3");
    }

    @Test
    void keepsOutputOfForkWithItsCase() {
        PlannedCase a = planned("a", 1);
        Simulation run = new Simulation(output, a);
        run.with(node("one", Map.of()));

        run.run();

        assertThat(run.cases.take(a.id()).orElseThrow().printed())
                .contains("# Fork: 1 of 1", "forked " + a.id().text() + " 1", "on node one");
    }

    @Test
    void dividesTimeByNumberOfEqualNodes() {
        PlannedCase[] all = IntStream.range(0, 40)
                .mapToObj(i -> TestPlans.of(CountingFixture.class, "case" + i)
                        .forks(3)
                        .time(Duration.ofMillis(500 + 100 * (i % 7)))
                        .planned())
                .toArray(PlannedCase[]::new);
        Duration sum = new Simulation(output, all).plan.cost();
        for (int nodes = 1; nodes <= 4; nodes++) {
            Simulation run = new Simulation(output, all);
            IntStream.range(0, nodes).forEach(i -> run.with(node("node" + i, Map.of())));

            run.run();

            assertThat((double) run.end().toNanos() * nodes / sum.toNanos()).isBetween(0.99, 1.1);
        }
    }

    @Test
    void givesLessWorkToSlowNode() {
        PlannedCase[] all =
                IntStream.range(0, 12).mapToObj(i -> planned("case" + i, 2)).toArray(PlannedCase[]::new);
        Simulation run = new Simulation(output, all);
        FakeNode slow = new FakeNode("slow", "zen", 5, Map.of());
        FakeNode quick = node("quick", Map.of());
        run.with(slow).with(quick);

        run.run();

        assertThat(slow.measured.size()).isPositive().isLessThan(quick.measured.size() / 2);
    }

    @Test
    void keepsCasesThatDifferOnlyInThreadsOnOneNode() {
        PlannedCase[] all = IntStream.rangeClosed(1, 4)
                .mapToObj(threads -> TestPlans.of(CountingFixture.class, "a")
                        .threads(threads)
                        .planned())
                .toArray(PlannedCase[]::new);
        Simulation run = new Simulation(output, all);
        run.with(node("one", Map.of())).with(node("two", Map.of()));

        run.run();

        assertThat(List.of(all).stream()
                        .flatMap(one -> nodesOf(run.result(one)).stream())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void completesSqueezeOnItsNode() {
        PlannedCase[] all = IntStream.rangeClosed(1, 8)
                .mapToObj(threads -> TestPlans.of(CountingFixture.class, "a")
                        .threads(threads)
                        .planned())
                .toArray(PlannedCase[]::new);
        Simulation run = new Simulation(TestPlans.squeezed(output, 2, all));
        run.with(node("one", Map.of()));

        run.run();

        // All forks have the same score, so the first rung is the best.
        assertThat(List.of(all))
                .filteredOn(one -> run.cases.notReached(one.id()).isPresent())
                .hasSize(5);
        assertThat(run.result(all[7]).reason())
                .startsWith("the squeeze ended before it reached this number of threads");
        assertThat(run.cases.take(all[2].id()).orElseThrow().printed()).contains("# Squeeze of ");
    }

    @Test
    void measuresEveryCaseWhileAnyNodeLives() {
        for (int seed = 0; seed < 60; seed++) {
            trial(new Random(seed), "trial " + seed);
        }
    }

    private void trial(Random random, String name) {
        PlannedCase[] all = IntStream.range(0, 1 + random.nextInt(8))
                .mapToObj(i -> planned("case" + i, 1 + random.nextInt(4)))
                .toArray(PlannedCase[]::new);
        Simulation run = new Simulation(output, all);
        Map<String, String> kinds = new TreeMap<>();
        int nodes = 1 + random.nextInt(5);
        for (int i = 0; i < nodes; i++) {
            Map<Integer, Fate> fates = new TreeMap<>();
            // The last node survives.
            if (i < nodes - 1 && random.nextBoolean()) {
                fates.put(1 + random.nextInt(6), Fate.DIES);
            }
            if (random.nextInt(3) == 0) {
                fates.putIfAbsent(1 + random.nextInt(6), Fate.FREEZES);
            }
            FakeNode node =
                    new FakeNode("node" + i, random.nextBoolean() ? "zen" : "xeon", 0.5 + random.nextDouble(), fates);
            kinds.put("node" + i, node.kind());
            run.with(node);
        }

        run.run();

        for (PlannedCase one : all) {
            CaseResult result = run.result(one);
            assertThat(result.status()).as(name).isEqualTo(CaseResult.Status.DONE);
            assertThat(result.forksWithValue()).as(name).hasSize(one.plan().forks());
            assertThat(result.forks()).as(name).extracting(ForkResult::number).doesNotHaveDuplicates();
            List<String> its = nodesOf(result).stream()
                    .map(node -> kind(kinds, node))
                    .distinct()
                    .toList();
            assertThat(its).as(name + ": nodes of one kind").hasSize(1);
        }
        assertNothingTwice(run, all, kinds, name);
    }

    private static String kind(Map<String, String> kinds, String node) {
        return Optional.ofNullable(kinds.get(node)).orElseThrow();
    }

    /**
     * On nodes of the same kind a case is measured once: forks that do not count were lost, or ran on another kind of
     * node.
     */
    private static void assertNothingTwice(Simulation run, PlannedCase[] all, Map<String, String> kinds, String name) {
        Map<String, List<String>> measured = new TreeMap<>();
        run.nodes.forEach(node -> node.measured.forEach(fork ->
                measured.computeIfAbsent(fork, none -> new ArrayList<>()).add(kind(kinds, node.name()))));
        assertThat(measured.values()).as(name).allSatisfy(its -> assertThat(new HashSet<>(its))
                .hasSameSizeAs(its));
        for (PlannedCase one : all) {
            CaseResult result = run.result(one);
            String kind = nodesOf(result).stream()
                    .map(node -> kind(kinds, node))
                    .findFirst()
                    .orElseThrow();
            List<ForkResult> finishedAndLeftOut = lost(result).stream()
                    .filter(fork -> !fork.iterations().isEmpty())
                    .toList();
            long others = finishedAndLeftOut.stream()
                    .map(fork -> kind(kinds, fork.node().orElseThrow()))
                    .filter(its -> !its.equals(kind))
                    .count();
            assertThat(others + kindsInTurn(result, kinds, kind))
                    .as(name + ": forks that count no longer")
                    .isEqualTo(finishedAndLeftOut.size());
        }
    }

    /** Returns the counted forks that ended before the case moved to another kind of node. */
    private static long kindsInTurn(CaseResult result, Map<String, String> kinds, String kind) {
        List<String> order = result.forks().stream()
                .map(fork -> kind(kinds, fork.node().orElseThrow()))
                .collect(Collectors.toList());
        int other = order.size() - 1;
        while (other >= 0 && order.get(other).equals(kind)) {
            other--;
        }
        return result.forks().subList(0, other + 1).stream()
                .filter(fork -> !fork.iterations().isEmpty())
                .filter(fork -> kind(kinds, fork.node().orElseThrow()).equals(kind))
                .count();
    }
}
