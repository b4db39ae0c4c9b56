// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.compare.PairSchedule.Interleaving;
import io.microbench.compare.PairSchedule.Turn;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InterleavingTest {

    private static final List<CaseId> CASES =
            IntStream.range(0, 6).mapToObj(i -> Fixtures.id("method" + i)).toList();

    private static List<Turn> take(Interleaving order, int count, Map<CaseId, CaseVerdict> standing) {
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turns.add(order.next(standing).orElseThrow());
        }
        return turns;
    }

    @Test
    void everyCaseGetsAPairInEveryRound() {
        List<Turn> turns = take(new Interleaving(1, CASES, 3, 9), 18, Map.of());

        for (int round = 0; round < 3; round++) {
            int pair = round + 1;
            List<Turn> inRound = turns.subList(round * 6, round * 6 + 6);
            assertThat(inRound).extracting(Turn::id).containsExactlyInAnyOrderElementsOf(CASES);
            assertThat(inRound).allSatisfy(turn -> assertThat(turn.pair()).isEqualTo(pair));
        }
    }

    @Test
    void sidesGoABBA() {
        List<Turn> turns = take(new Interleaving(5, CASES.subList(0, 1), 6, 9), 6, Map.of());
        Side first = turns.get(0).first();
        Side second = first == Side.BASELINE ? Side.CANDIDATE : Side.BASELINE;

        assertThat(turns).extracting(Turn::first).containsExactly(first, second, first, second, first, second);
    }

    @Test
    void theSeedDecidesOrderAndSides() {
        assertThat(take(new Interleaving(7, CASES, 3, 9), 18, Map.of()))
                .isEqualTo(take(new Interleaving(7, CASES, 3, 9), 18, Map.of()));
        List<List<CaseId>> orders = new ArrayList<>();
        List<List<Side>> sides = new ArrayList<>();
        for (long seed = 0; seed < 10; seed++) {
            List<Turn> round = take(new Interleaving(seed, CASES, 3, 9), 6, Map.of());
            orders.add(round.stream().map(Turn::id).toList());
            sides.add(round.stream().map(Turn::first).toList());
        }
        assertThat(orders).doesNotHaveDuplicates();
        assertThat(sides.stream().distinct()).hasSizeGreaterThan(4);
    }

    @Test
    void roundsAreShuffledAnew() {
        List<CaseId> order = take(new Interleaving(3, CASES, 3, 9), 18, Map.of()).stream()
                .map(Turn::id)
                .toList();

        assertThat(order.subList(0, 6)).isNotEqualTo(order.subList(6, 12));
    }

    @Test
    void furtherPairsGoWhereTheIntervalIsWidest() {
        Interleaving order = new Interleaving(1, CASES.subList(0, 3), 1, 9);
        take(order, 3, Map.of());
        Map<CaseId, CaseVerdict> standing = new HashMap<>(Map.of(
                CASES.get(0), Fixtures.verdict(CASES.get(0), Verdict.UNDECIDED, 0.95, 1.05),
                CASES.get(1), Fixtures.verdict(CASES.get(1), Verdict.UNDECIDED, 0.7, 1.2),
                CASES.get(2), Fixtures.verdict(CASES.get(2), Verdict.SLOWER, 0.2, 0.9)));

        assertThat(order.next(standing).orElseThrow().id()).isEqualTo(CASES.get(1));
        standing.put(CASES.get(1), Fixtures.verdict(CASES.get(1), Verdict.SAME, 0.999, 1.001));
        assertThat(order.next(standing).orElseThrow().id()).isEqualTo(CASES.get(0));
        standing.put(CASES.get(0), Fixtures.verdict(CASES.get(0), Verdict.FASTER, 1.02, 1.05));
        assertThat(order.next(standing)).isEmpty();
    }

    @Test
    void aCaseWithoutAnyIntervalComesBeforeAllOthers() {
        Interleaving order = new Interleaving(1, CASES.subList(0, 2), 1, 9);
        take(order, 2, Map.of());

        Turn next = order.next(Map.of(CASES.get(0), Fixtures.verdict(CASES.get(0), Verdict.UNDECIDED, 0.5, 2)))
                .orElseThrow();

        assertThat(next.id()).isEqualTo(CASES.get(1));
        assertThat(next.pair()).isEqualTo(2);
    }

    @Test
    void noCaseGetsMoreThanItMayHave() {
        Interleaving order = new Interleaving(1, CASES.subList(0, 2), 3, 5);
        List<Turn> turns = take(order, 10, Map.of());

        assertThat(order.next(Map.of())).isEmpty();
        assertThat(turns).filteredOn(t -> t.id().equals(CASES.get(0))).hasSize(5);
    }

    @Test
    void aDroppedCaseGetsNoMore() {
        Interleaving order = new Interleaving(1, CASES, 3, 9);
        take(order, 2, Map.of());
        order.drop(CASES.get(4));
        List<Turn> rest = take(order, 12, Map.of());

        assertThat(rest).extracting(Turn::id).doesNotContain(CASES.get(4));
    }

    @Test
    void aLostPairIsMadeUpForWithAnotherNumber() {
        Interleaving order = new Interleaving(1, List.of(CASES.get(0)), 3, 3);
        Turn first = order.next(Map.of()).orElseThrow();
        order.lost(first.id());

        assertThat(take(order, 3, Map.of())).extracting(Turn::pair).containsExactly(2, 3, 4);
        assertThat(order.next(Map.of())).isEmpty();
    }

    @Test
    void aCaseThatIsAddedGetsWhatItLacksOfTheRoundsFirst() {
        Interleaving order = new Interleaving(1, List.of(CASES.get(0)), 3, 9);
        take(order, 3, Map.of());
        order.add(CASES.get(1), 5, 1);

        assertThat(take(order, 2, Map.of()))
                .extracting(Turn::id, Turn::pair)
                .containsExactly(tuple(CASES.get(1), 6), tuple(CASES.get(1), 7));
    }

    @Test
    void aCaseThatIsRemovedGetsNoMoreHere() {
        Interleaving order = new Interleaving(1, CASES, 3, 9);
        take(order, 2, Map.of());
        order.remove(CASES.get(4));

        assertThat(take(order, 12, Map.of())).extracting(Turn::id).doesNotContain(CASES.get(4));
    }
}
