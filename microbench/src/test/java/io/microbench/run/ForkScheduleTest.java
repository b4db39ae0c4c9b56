// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.settings.Scheduling;
import io.microbench.settings.Scheduling.Order;
import io.microbench.stats.ForkEstimate.ForkRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Simulates whole runs with a simulated clock: forks take the planned time and return scores set by a test. */
class ForkScheduleTest {

    private static final Duration OVERHEAD = Duration.ofMillis(500);
    private static final Duration NATURAL = Duration.ofSeconds(4);

    private final List<ForkTally> cases = new ArrayList<>();
    private final List<Integer> order = new ArrayList<>();
    private final List<Duration> limits = new ArrayList<>();
    /** The values of a case vary by this share around 100. */
    private double[] spreads = {};

    private Duration spent = Duration.ZERO;

    private void fixed(int... forks) {
        for (int count : forks) {
            cases.add(new ForkTally(plan(count)));
        }
        spreads = new double[cases.size()];
    }

    private static CasePlan plan(int forks) {
        return TestPlans.of(FailingFixture.class, "works")
                .forks(forks)
                .planned()
                .plan();
    }

    private void adaptive(int count, Optional<Double> precision, int most) {
        AdaptivePlan adaptive = new AdaptivePlan(precision, 3, most, "rule", 0.05);
        for (int i = 0; i < count; i++) {
            cases.add(new ForkTally(plan(1).withAdaptive(adaptive, Duration.ofMillis(100))));
        }
        spreads = new double[cases.size()];
    }

    private double value(int index) {
        int number = cases.get(index).started();
        return 100 * (1 + spreads[index] * (number % 2 == 0 ? 1 : -1));
    }

    private ForkSchedule<ForkTally> schedule(Scheduling scheduling, long seed, ToDoubleFunction<ForkTally> need) {
        List<List<ForkTally>> groups =
                scheduling.caseByCase() ? cases.stream().map(List::of).toList() : List.of(List.copyOf(cases));
        return new ForkSchedule<>(scheduling, groups, Function.identity(), one -> false, seed, need);
    }

    private void play(Order how, Optional<Duration> budget, long seed) {
        ForkSchedule<ForkTally> schedule =
                schedule(new Scheduling(how, budget, Optional.empty()), seed, one -> ForkRule.halfWidth(one.values()));
        Duration all = budget.orElse(Duration.ofDays(1));
        Optional<ForkSchedule.Turn<ForkTally>> next = schedule.next(all);
        while (next.isPresent()) {
            ForkSchedule.Turn<ForkTally> turn = next.get();
            int index = cases.indexOf(turn.scheduled());
            order.add(index);
            turn.limit().ifPresent(limits::add);
            Duration iterations =
                    turn.limit().filter(limit -> limit.compareTo(NATURAL) < 0).orElse(NATURAL);
            Duration took = iterations.plus(OVERHEAD);
            spent = spent.plus(took);
            schedule.ended(turn, new ForkTally.End(Optional.of(value(index)), false, took, iterations));
            next = schedule.next(all.minus(spent));
        }
    }

    private int[] forks() {
        return cases.stream().mapToInt(ForkTally::started).toArray();
    }

    @Test
    void runsAllForksOfCaseConsecutivelyInBlocks() {
        fixed(2, 3, 1);
        play(Order.BLOCKS, Optional.empty(), 42);

        assertThat(order).containsExactly(0, 0, 1, 1, 1, 2);
    }

    @Test
    void alternatesCasesWhenInterleaved() {
        fixed(2, 3, 1);
        play(Order.INTERLEAVED, Optional.empty(), 42);

        assertThat(order).containsExactly(0, 1, 2, 0, 1, 1);
    }

    @Test
    void drawsReproducibleRandomOrderPerRound() {
        int[] eightTwice = IntStream.generate(() -> 2).limit(8).toArray();
        fixed(eightTwice);
        play(Order.RANDOM, Optional.empty(), 7);
        List<Integer> first = List.copyOf(order);

        assertThat(first.subList(0, 8)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(first.subList(8, 16)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(first.subList(0, 8)).isNotEqualTo(first.subList(8, 16));

        cases.clear();
        order.clear();
        fixed(eightTwice);
        play(Order.RANDOM, Optional.empty(), 7);
        assertThat(order).isEqualTo(first);
    }

    @Test
    void addsForksWherePrecisionRequiresThem() {
        adaptive(3, Optional.of(0.02), 8);
        spreads = new double[] {0.001, 0.01, 0.2};
        play(Order.INTERLEAVED, Optional.empty(), 42);

        assertThat(forks()[0]).isEqualTo(3);
        assertThat(forks()[1]).isBetween(4, 7);
        assertThat(forks()[2]).isEqualTo(8);
        assertThat(order.subList(0, 3)).containsExactly(0, 1, 2);
    }

    @Test
    void doesNotExceedBudget() {
        for (int seconds : new int[] {10, 30, 60, 120, 600}) {
            cases.clear();
            spent = Duration.ZERO;
            adaptive(12, Optional.empty(), 100);
            play(Order.BLOCKS, Optional.of(Duration.ofSeconds(seconds)), 42);

            assertThat(spent).isLessThanOrEqualTo(Duration.ofSeconds(seconds));
            assertThat(spent)
                    .isGreaterThan(Duration.ofSeconds(seconds).multipliedBy(9).dividedBy(10));
            assertThat(forks()).doesNotContain(0);
        }
    }

    @Test
    void givesEveryCaseOneForkBeforeSecondWithinBudget() {
        adaptive(10, Optional.empty(), 100);
        play(Order.BLOCKS, Optional.of(Duration.ofSeconds(60)), 42);

        assertThat(order.subList(0, 10)).doesNotHaveDuplicates();
        assertThat(order.subList(10, 20)).doesNotHaveDuplicates();
    }

    @Test
    void givesRestOfBudgetToWidestInterval() {
        adaptive(3, Optional.empty(), 100);
        spreads = new double[] {0.001, 0.3, 0.002};
        play(Order.INTERLEAVED, Optional.of(Duration.ofSeconds(200)), 42);

        assertThat(forks()[0]).isEqualTo(BudgetShare.ROUNDS);
        assertThat(forks()[2]).isEqualTo(BudgetShare.ROUNDS);
        assertThat(forks()[1]).isGreaterThan(20);
    }

    /** Computing the need of a case requires judging it, so once per fork must suffice. */
    @Test
    void requestsNeedOfCaseOncePerFork() {
        adaptive(3, Optional.empty(), 100);
        List<String> requests = new ArrayList<>();
        ForkSchedule<ForkTally> schedule = schedule(
                new Scheduling(Order.INTERLEAVED, Optional.of(Duration.ofHours(1)), Optional.empty()), 42, one -> {
                    requests.add(cases.indexOf(one) + " after " + one.started());
                    return 1;
                });
        for (int fork = 0; fork < 30; fork++) {
            ForkSchedule.Turn<ForkTally> turn =
                    schedule.next(Duration.ofSeconds(2)).orElseThrow();
            schedule.ended(turn, new ForkTally.End(Optional.of(100.0), false, Duration.ofSeconds(1), OVERHEAD));
        }

        assertThat(requests).hasSizeGreaterThan(10).doesNotHaveDuplicates();
    }

    @Test
    void limitsLaterForksOfRoundToActualTimeOfFirst() {
        adaptive(2, Optional.empty(), 100);
        play(Order.INTERLEAVED, Optional.of(Duration.ofSeconds(200)), 42);

        assertThat(limits.subList(0, 2)).allSatisfy(limit -> assertThat(limit).isGreaterThan(NATURAL));
        assertThat(limits.subList(2, limits.size()))
                .allSatisfy(limit -> assertThat(limit).isLessThanOrEqualTo(NATURAL));
        assertThat(forks()[0]).isGreaterThan(BudgetShare.ROUNDS);
    }

    @Test
    void endsBeforeBudgetIfAllCasesArePrecise() {
        adaptive(3, Optional.of(0.05), 10);
        spreads = new double[] {0.001, 0.001, 0.001};
        play(Order.INTERLEAVED, Optional.of(Duration.ofMinutes(10)), 42);

        assertThat(forks()).containsExactly(3, 3, 3);
    }

    @Test
    void givesMinimumForksToSomeCasesIfBudgetIsTooShort() {
        adaptive(10, Optional.empty(), 100);
        play(Order.INTERLEAVED, Optional.of(Duration.ofSeconds(4)), 42);

        assertThat(forks()).containsExactly(1, 1, 1, 1, 1, 0, 0, 0, 0, 0);
        assertThat(limits).allSatisfy(limit -> assertThat(limit).isGreaterThanOrEqualTo(BudgetShare.MIN_FORK_TIME));
        assertThat(BudgetShare.affordable(Duration.ofSeconds(4))).isEqualTo(5);
    }

    @Test
    void runsNoForkWithoutTime() {
        adaptive(2, Optional.empty(), 100);
        play(Order.INTERLEAVED, Optional.of(Duration.ofMillis(100)), 42);

        assertThat(order).isEmpty();
    }

    @Test
    void addsForksThenLengthensThemWithLongerBudget() {
        List<Integer> counts = new ArrayList<>();
        List<Duration> first = new ArrayList<>();
        for (int seconds : new int[] {30, 120, 600}) {
            cases.clear();
            limits.clear();
            spent = Duration.ZERO;
            adaptive(36, Optional.empty(), 100);
            play(Order.INTERLEAVED, Optional.of(Duration.ofSeconds(seconds)), 42);
            counts.add(IntStream.of(forks()).min().orElseThrow());
            first.add(limits.get(0));
        }

        assertThat(counts).containsExactly(1, 3, 5);
        assertThat(first).isSorted();
    }
}
