// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.compare.PairRun.Outcome;
import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.ScriptedNode.Fate;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.run.ForkLoop.End;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.run.NodeScheduler.UnavailableNode;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Distributes cases of a comparison among scripted nodes. */
@Tag("any-jdk")
@Timeout(300)
class SpreadPairsTest {

    private static final Limits FOUR = new Limits(Duration.ofHours(1000), 4, 4, 0.01, 0.01);

    private final KeptLog log = new KeptLog();
    private final AtomicLong nanos = new AtomicLong();
    private List<String> warnings = List.of();

    @SafeVarargs
    private PairRun pairs(NodeSession<PairHosts>... places) {
        return new PairRun(List.of(places), () -> {}, nanos::get);
    }

    @SafeVarargs
    private Outcome run(List<PairedCase> cases, NodeSession<PairHosts>... places) {
        return run(pairs(places), cases, FOUR);
    }

    private Outcome run(PairRun pairs, List<PairedCase> cases, Limits limits) {
        warnings = pairs.warnings();
        return pairs.run(new PairRun.Work(cases, limits, 7, List.of(), side -> Path.of("unused")), log);
    }

    private static ScriptedNode node(String name, Map<Integer, Fate> fates) {
        return new ScriptedNode(name, "zen", fates);
    }

    @Test
    void alternatesSidesOfCaseOnOneNode() {
        ScriptedNode a = node("a", Map.of());
        ScriptedNode b = node("b", Map.of());

        Outcome outcome = run(Fixtures.paired(6), a, b);

        assertThat(outcome.end()).isEqualTo(End.DECIDED);
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.verdicts()).hasSize(6).allSatisfy(verdict -> {
            assertThat(verdict.baselineForks()).isEqualTo(4);
            assertThat(verdict.node()).get().isIn("a", "b");
        });
        for (ScriptedNode node : List.of(a, b)) {
            assertThat(node.measured).hasSize(3 * 8);
            for (int i = 0; i < node.measured.size(); i += 2) {
                String[] one = node.measured.get(i).split(" ");
                String[] other = node.measured.get(i + 1).split(" ");
                assertThat(other[0]).isEqualTo(one[0]);
                assertThat(other[1]).isNotEqualTo(one[1]);
                assertThat(other[2]).isEqualTo(one[2]);
            }
            assertThat(node.open).hasValue(0);
        }
        assertThat(warnings).containsExactly("Node a: is busy", "Node b: is busy");
    }

    @Test
    void sharesLevelAmongCasesOfAllNodes() {
        Outcome outcome = run(Fixtures.paired(6), node("a", Map.of()), node("b", Map.of()));
        Outcome one = run(Fixtures.paired(6), node("a", Map.of()));

        assertThat(outcome.verdicts())
                .extracting(CaseVerdict::low)
                .containsExactlyInAnyOrderElementsOf(
                        one.verdicts().stream().map(CaseVerdict::low).toList());
    }

    @Test
    void losesOnlyRunningPairOfKilledNode() {
        ScriptedNode b = node("b", Map.of());
        // The sixth fork is the second of its pair.
        Outcome outcome = run(Fixtures.paired(1), node("a", Map.of(6, Fate.DIES)), b);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.baselineForks()).isEqualTo(4);
            assertThat(verdict.node()).contains("a, b");
        });
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("a lost"))
                .singleElement()
                .asString()
                .startsWith("a lost: no heartbeat, fork 3 of the ");
        List<String> lost = Stream.of(Side.values())
                .flatMap(side -> log.lost(side, "method0").stream())
                .toList();
        assertThat(lost).containsExactly("3 a");
        for (Side side : Side.values()) {
            assertThat(log.counting(side, "method0"))
                    .contains("1 a", "2 a", "4 b", "5 b")
                    .doesNotContain("3 b");
            assertThat(log.ended(side, "method0").status()).isEqualTo(CaseResult.Status.DONE);
        }
        assertThat(b.measured).hasSize(4);
    }

    @Test
    void computesScoreFromForksOfAllNodes() {
        run(Fixtures.paired(1), node("a", Map.of(5, Fate.DIES)), node("b", Map.of()));

        // A fork's value is 100 plus its number; forks 1, 2, 4 and 5 count.
        for (Side side : Side.values()) {
            assertThat(log.ended(side, "method0").score().orElseThrow().score()).isEqualTo(103);
        }
    }

    @Test
    void restartsCaseOnDifferentNode() {
        ScriptedNode other = new ScriptedNode("b", "xeon", Map.of());

        Outcome outcome = run(Fixtures.paired(1), node("a", Map.of(6, Fate.DIES)), other);

        assertThat(outcome.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.baselineForks()).isEqualTo(4);
            assertThat(verdict.node()).contains("b");
        });
        for (Side side : Side.values()) {
            assertThat(log.counting(side, "method0")).containsExactly("4 b", "5 b", "6 b", "7 b");
            assertThat(log.lost(side, "method0")).contains("1 a", "2 a");
        }
        assertThat(log.lines()).anySatisfy(line -> assertThat(line)
                .startsWith("method0 anew: Its node was lost, and the case was measured again on b: a and b are"
                        + " not alike: CPU model zen vs. xeon"));
    }

    @Test
    void prefersSimilarBusierNode() {
        List<PairedCase> cases = Fixtures.paired(3);
        // Each node gets one of three cases; the killed one has run a pair.
        Outcome outcome = run(
                cases, node("a", Map.of(4, Fate.DIES)), new ScriptedNode("b", "xeon", Map.of()), node("c", Map.of()));

        assertThat(outcome.verdicts())
                .extracting(verdict -> verdict.node().orElse(""))
                .containsExactlyInAnyOrder("a, c", "b", "c");
        assertThat(log.lines()).noneMatch(line -> line.contains("anew"));
    }

    @Test
    void resumesCasesAfterOnlyNodeThaws() {
        ScriptedNode a = node("a", Map.of(3, Fate.FREEZES));

        Outcome outcome = run(Fixtures.paired(2), a);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.verdicts()).extracting(CaseVerdict::baselineForks).containsExactly(4, 4);
        assertThat(a.open).hasValue(0);
    }

    @Test
    void failsOnlyCaseThatEndsItsHosts() {
        ScriptedNode a = node("a", Map.of()).endedBy("method1");

        Outcome outcome = run(Fixtures.paired(3), a);

        assertThat(outcome.failures()).containsOnlyKeys(Fixtures.id("method1"));
        assertThat(outcome.verdicts())
                .extracting(verdict -> verdict.id().method())
                .containsExactlyInAnyOrder("method0", "method2");
        assertThat(log.lines()).contains("host ended: ended with 1", "method1 failed: ended with 1");
        assertThat(Stream.of(Side.values())
                        .map(side -> log.ended(side, "method1").status()))
                .contains(CaseResult.Status.FAILED);
        assertThat(a.open).hasValue(0);
    }

    @Test
    void losesOneForkWithEndedHost() {
        Outcome outcome = run(Fixtures.paired(1), node("a", Map.of(3, Fate.HOST_ENDS)));

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.verdicts()).singleElement().satisfies(verdict -> assertThat(verdict.baselineForks())
                .isEqualTo(4));
        assertThat(log.lines()).contains("host ended: ended with 1");
    }

    @Test
    void omitsNodeThatRefuses() {
        PairRun pairs = pairs(node("a", Map.of()).refusing("Node a has a different class path."), node("b", Map.of()));

        Outcome outcome = run(pairs, Fixtures.paired(2), FOUR);

        assertThat(warnings).first().isEqualTo("Node a is not used: Node a has a different class path.");
        assertThat(pairs.places()).containsExactly("b");
        assertThat(outcome.verdicts())
                .extracting(verdict -> verdict.node().orElse(""))
                .containsExactly("b", "b");
    }

    @Test
    void usesNodeThatReturnsAfterStart() {
        ScriptedNode a = node("a", Map.of()).away();

        Outcome outcome = run(Fixtures.paired(2), a, node("b", Map.of(5, Fate.DIES)));

        assertThat(warnings).first().isEqualTo("Node a is lost (it is no longer a member).");
        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.verdicts()).extracting(CaseVerdict::baselineForks).containsExactly(4, 4);
        assertThat(a.measured).isNotEmpty();
    }

    @Test
    void failsWithReasonsOfAllNodes() {
        assertThatThrownBy(() -> pairs(
                        node("a", Map.of()).refusing("no class path"),
                        node("b", Map.of()).refusing("no cases")))
                .isInstanceOf(PreflightException.class)
                .hasMessage("No node can measure. Node a is not used: no class path Node b is not used: no cases");
    }

    @Test
    void reportsUnmeasuredCasesIfNoNodeIsLeft() {
        ScriptedNode a = node("a", Map.of(4, Fate.DIES)).onFork(() -> nanos.addAndGet(1_000_000));
        PairRun pairs = pairs(new Impatient(a));

        Outcome outcome = run(pairs, Fixtures.paired(2), FOUR);

        assertThat(outcome.end()).isEqualTo(End.STOPPED);
        assertThat(outcome.remark()).isEqualTo("No node was left to measure all cases: a is lost (no heartbeat).");
        assertThat(outcome.failures()).containsOnlyKeys(Fixtures.id("method0"), Fixtures.id("method1"));
        assertThat(outcome.verdicts()).isEmpty();
        for (String method : List.of("method0", "method1")) {
            assertThat(log.ended(Side.BASELINE, method).status()).isEqualTo(CaseResult.Status.SKIPPED);
            assertThat(log.ended(Side.BASELINE, method).reason())
                    .isEqualTo("No node was left to measure it: a is lost (no heartbeat).");
        }
        assertThat(log.lines()).anyMatch(line -> line.startsWith("method1 not measured: No node was left"));
    }

    /** Advances the clock by a minute at each search for a node. */
    private final class Impatient implements NodeSession<PairHosts> {

        private final NodeSession<PairHosts> place;

        Impatient(NodeSession<PairHosts> place) {
            this.place = place;
        }

        @Override
        public String name() {
            return place.name();
        }

        @Override
        public PairHosts start() {
            return place.start();
        }

        @Override
        public boolean isThere() {
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            return place.isThere();
        }
    }

    @Test
    void keepsVerdictsOfLostIdleNode() {
        Limits seconds = new Limits(Duration.ofSeconds(10), 3, 40, 0.01, 0.01);
        PairRun.Work work = new PairRun.Work(Fixtures.paired(2), seconds, 7, List.of(), side -> Path.of("unused"));
        AssignedPairs pairs = new AssignedPairs(work, log, nanos::get);
        PairHosts a = node("a", Map.of())
                .onFork(() -> nanos.addAndGet(Duration.ofSeconds(2).toNanos()))
                .start();
        PairHosts b = new ScriptedNode("b", "xeon", Map.of()).start();
        pairs.ready(Map.of("a", a, "b", b));
        assertThat(pairs.next("b")).isPresent();
        while (pairs.fork("a", a)) {
            assertThat(pairs.isOver()).isFalse();
        }

        pairs.nodeGone(new UnavailableNode("a", "no heartbeat", true, ""));

        assertThat(pairs.fork("b", b)).isFalse();
        assertThat(pairs.isOver()).isTrue();
        Outcome outcome = pairs.finish(false, List.of());
        assertThat(outcome.end()).isEqualTo(End.BUDGET);
        assertThat(outcome.verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.node()).contains("a");
            assertThat(verdict.baselineForks()).isEqualTo(2);
        });
    }

    @Test
    void keepsResultsOnStop() {
        PairRun[] pairs = new PairRun[1];
        int[] forks = {0};
        ScriptedNode a = node("a", Map.of()).onFork(() -> {
            if (++forks[0] == 5) {
                pairs[0].stop();
            }
        });
        pairs[0] = pairs(a);

        Outcome outcome = run(pairs[0], Fixtures.paired(1), FOUR);

        assertThat(outcome.end()).isEqualTo(End.STOPPED);
        assertThat(outcome.verdicts()).singleElement().satisfies(verdict -> assertThat(verdict.baselineForks())
                .isEqualTo(2));
        assertThat(a.measured).hasSize(5);
    }

    @Test
    void keepsThreadVariantsOnOneNode() {
        List<PairedCase> cases = new ArrayList<>();
        for (String method : List.of("x", "y")) {
            for (int threads = 1; threads <= 4; threads++) {
                cases.add(new PairedCase(
                        Fixtures.id(method).withThreads(threads), Fixtures.plan("avgt"), Fixtures.plan("avgt")));
            }
        }

        Outcome outcome = run(cases, node("a", Map.of()), node("b", Map.of()));

        assertThat(outcome.verdicts().stream()
                        .map(verdict -> verdict.id().method() + verdict.node().orElse(""))
                        .distinct())
                .containsExactlyInAnyOrder("xa", "yb");
    }

    @Test
    void distributesCasesEvenly() {
        for (int nodes = 1; nodes <= 5; nodes++) {
            ScriptedNode[] all = IntStream.range(0, nodes)
                    .mapToObj(i -> node("node" + i, Map.of()))
                    .toArray(ScriptedNode[]::new);

            run(Fixtures.paired(60), all);

            assertThat(all).extracting(node -> node.measured.size()).containsOnly(60 * 8 / nodes);
        }
    }

    @Test
    void measuresEveryCaseOnNodesOfOneKind() {
        for (int seed = 0; seed < 200; seed++) {
            new SpreadPairsTest().trial(new Random(seed), "trial " + seed);
        }
    }

    private void trial(Random random, String name) {
        int nodes = 1 + random.nextInt(5);
        int ending = random.nextInt(nodes);
        Map<String, String> kinds = new TreeMap<>();
        ScriptedNode[] all = new ScriptedNode[nodes];
        for (int i = 0; i < nodes; i++) {
            Map<Integer, Fate> fates = new TreeMap<>();
            // The last node stays alive.
            if (i < nodes - 1 && random.nextBoolean()) {
                fates.put(1 + random.nextInt(20), Fate.DIES);
            }
            // A case that ends two hosts fails.
            if (i == ending) {
                fates.putIfAbsent(1 + random.nextInt(20), Fate.HOST_ENDS);
            }
            all[i] = new ScriptedNode("node" + i, random.nextBoolean() ? "zen" : "xeon", fates);
            kinds.put("node" + i, all[i].kind());
        }
        List<PairedCase> cases = Fixtures.paired(1 + random.nextInt(8));

        Outcome outcome = run(cases, all);

        assertThat(outcome.failures()).as(name).isEmpty();
        assertThat(outcome.verdicts()).as(name).hasSize(cases.size());
        for (CaseVerdict verdict : outcome.verdicts()) {
            String method = verdict.id().method();
            assertThat(verdict.baselineForks()).as(name).isEqualTo(4);
            assertThat(Stream.of(Side.values())
                            .flatMap(side -> log.counting(side, method).stream())
                            .map(fork -> kinds.getOrDefault(fork.split(" ")[1], ""))
                            .distinct())
                    .as(name)
                    .hasSize(1);
            for (Side side : Side.values()) {
                assertThat(log.forks(side, method))
                        .as(name)
                        .extracting(ForkResult::number)
                        .doesNotHaveDuplicates();
            }
        }
        assertThat(all).as(name).allSatisfy(node -> assertThat(node.open).hasValue(0));
    }
}
