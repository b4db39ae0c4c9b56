// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.judge.AnytimeJudge;
import io.microbench.result.CaseId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InterleavingTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<CaseId> CASES =
            IntStream.range(0, 6).mapToObj(i -> Fixtures.id("method" + i)).toList();

    private static PairSchedule schedule(long seed, int cases, int rounds, int most) {
        PairSchedule schedule = new PairSchedule(
                new AnytimeJudge(0.01, cases, 0.01, List.of()), new Limits(HOUR, rounds, most, 0.01, 0.01), seed);
        Fixtures.paired(cases).forEach(paired -> schedule.add(new PairedForks(paired)));
        return schedule;
    }

    /** Runs the next pairs, whose values differ widely, and returns the first fork of each. */
    private static List<PairFork> take(PairSchedule schedule, int count) {
        List<PairFork> first = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            first.add(pair(schedule, 100, 100 + 50 * (i % 3)));
        }
        return first;
    }

    private static PairFork pair(PairSchedule schedule, double baseline, double candidate) {
        return pair(schedule, fork -> fork.side() == Side.BASELINE ? baseline : candidate);
    }

    private static PairFork pair(PairSchedule schedule, ToDoubleFunction<PairFork> value) {
        PairFork first = schedule.next(HOUR).orElseThrow();
        schedule.ended(first, Fixtures.report(first.number(), value.applyAsDouble(first)));
        PairFork second = schedule.next(HOUR).orElseThrow();
        schedule.ended(second, Fixtures.report(second.number(), value.applyAsDouble(second)));
        return first;
    }

    private static List<CaseId> ids(List<PairFork> pairs) {
        return pairs.stream().map(fork -> fork.paired().id()).toList();
    }

    @Test
    void runsOnePairOfEachCasePerRound() {
        List<PairFork> pairs = take(schedule(1, 6, 3, 9), 18);

        for (int round = 0; round < 3; round++) {
            int pair = round + 1;
            List<PairFork> inRound = pairs.subList(round * 6, round * 6 + 6);
            assertThat(ids(inRound)).containsExactlyInAnyOrderElementsOf(CASES);
            assertThat(inRound).allSatisfy(fork -> assertThat(fork.number()).isEqualTo(pair));
        }
    }

    @Test
    void ordersSidesABBA() {
        List<PairFork> pairs = take(schedule(5, 1, 6, 9), 6);
        Side first = pairs.get(0).side();
        Side second = first.other();

        assertThat(pairs).extracting(PairFork::side).containsExactly(first, second, first, second, first, second);
    }

    @Test
    void derivesOrderAndSidesFromSeed() {
        assertThat(ids(take(schedule(7, 6, 3, 9), 18))).isEqualTo(ids(take(schedule(7, 6, 3, 9), 18)));
        List<List<CaseId>> orders = new ArrayList<>();
        List<List<Side>> sides = new ArrayList<>();
        for (long seed = 0; seed < 10; seed++) {
            List<PairFork> round = take(schedule(seed, 6, 3, 9), 6);
            orders.add(ids(round));
            sides.add(round.stream().map(PairFork::side).toList());
        }
        assertThat(orders).doesNotHaveDuplicates();
        assertThat(sides.stream().distinct()).hasSizeGreaterThan(4);
    }

    @Test
    void shufflesEachRound() {
        List<CaseId> order = ids(take(schedule(3, 6, 3, 9), 18));

        assertThat(order.subList(0, 6)).isNotEqualTo(order.subList(6, 12));
    }

    @Test
    void prefersCaseWithWidestInterval() {
        PairSchedule schedule = schedule(1, 3, 12, 40);
        for (int i = 0; i < 36; i++) {
            pair(schedule, InterleavingTest::value);
        }

        List<CaseId> further = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            further.add(pair(schedule, 100, 100).paired().id());
        }

        assertThat(further).startsWith(CASES.get(1)).doesNotContain(CASES.get(2));
    }

    private static double value(PairFork fork) {
        int odd = fork.number() % 2;
        return fork.side() == Side.BASELINE
                ? 100
                : switch (fork.paired().id().method()) {
                    case "method0" -> 100 + 5 * odd;
                    case "method1" -> 100 + 50 * odd;
                    default -> 200 + odd;
                };
    }

    @Test
    void limitsPairsPerCase() {
        PairSchedule schedule = schedule(1, 2, 3, 5);
        List<PairFork> pairs = take(schedule, 10);

        assertThat(schedule.next(HOUR)).isEmpty();
        assertThat(ids(pairs)).filteredOn(CASES.get(0)::equals).hasSize(5);
    }

    @Test
    void stopsFailedCase() {
        PairSchedule schedule = schedule(1, 6, 3, 9);
        PairFork failing = schedule.next(HOUR).orElseThrow();
        schedule.ended(failing, Fixtures.failed(1, "boom"));

        assertThat(ids(take(schedule, 12))).doesNotContain(failing.paired().id());
    }

    @Test
    void replacesLostPairUnderNewNumber() {
        PairSchedule schedule = schedule(1, 1, 3, 3);
        assertThat(schedule.next(HOUR)).isPresent();

        assertThat(take(schedule, 3)).extracting(PairFork::number).containsExactly(2, 3, 4);
        assertThat(schedule.next(HOUR)).isEmpty();
    }

    @Test
    void catchesUpRoundsOfAddedCase() {
        PairSchedule schedule = schedule(1, 1, 3, 9);
        take(schedule, 3);
        PairedForks other = new PairedForks(Fixtures.paired("other"));
        for (int number = 1; number <= 5; number++) {
            other.nextPair();
        }
        other.add(Side.BASELINE, Fixtures.report(5, 100));
        other.add(Side.CANDIDATE, Fixtures.report(5, 100));
        schedule.add(other);

        assertThat(take(schedule, 2))
                .extracting(PairFork::forks, PairFork::number)
                .containsExactly(tuple(other, 6), tuple(other, 7));
    }

    @Test
    void releasesUndecidedCases() {
        PairSchedule schedule = schedule(1, 6, 3, 9);
        take(schedule, 2);

        assertThat(schedule.release()).hasSize(6);
        assertThat(schedule.next(HOUR)).isEmpty();
    }
}
