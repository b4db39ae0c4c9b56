// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan.AdaptivePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetShareTest {

    private final BudgetShare share = new BudgetShare();

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** Returns a case of at most ten forks that has run forks whose iterations took the given times. */
    private static ForkTally turns(long... iterations) {
        ForkTally turns = new ForkTally(TestPlans.tiny(FailingFixture.class, "works", 1)
                .plan()
                .withAdaptive(new AdaptivePlan(Optional.empty(), 2, 10, "rule", 0.05), millis(100)));
        for (long each : iterations) {
            turns.ended(end(each, 500));
        }
        return turns;
    }

    private static ForkTally.End end(long iterations, long overhead) {
        return new ForkTally.End(Optional.of(1.0), false, millis(iterations + overhead), millis(iterations));
    }

    private Optional<BudgetShare.Rounds> rounds(long left, ForkTally... open) {
        return share.rounds(millis(left), List.of(open));
    }

    @ParameterizedTest
    @CsvSource({"-900, 0", "0, 0", "799, 0", "800, 1", "2399, 2", "80000, 100"})
    void chargesStartAndShortestIterationsPerFork(long budget, int cases) {
        assertThat(PlannedCase.FORK_START.plus(BudgetShare.MIN_FORK_TIME)).isEqualTo(millis(800));
        assertThat(BudgetShare.affordable(millis(budget))).isEqualTo(cases);
    }

    @Test
    void plansFiveRoundsIfTimeSuffices() {
        assertThat(rounds(10_000, turns(), turns())).contains(new BudgetShare.Rounds(5, millis(500)));
        assertThat(rounds(110_000, turns(), turns())).contains(new BudgetShare.Rounds(5, millis(10_500)));
    }

    @Test
    void plansFewerRoundsOfSameLengthInLessTime() {
        assertThat(rounds(9_999, turns(), turns())).contains(new BudgetShare.Rounds(4, Duration.ofNanos(749_875_000)));
        assertThat(rounds(2_000, turns(), turns())).contains(new BudgetShare.Rounds(1, millis(500)));
    }

    @Test
    void needsNoTimeForFinishedForks() {
        assertThat(rounds(4_000, turns(600), turns(600, 600, 600, 600, 600)))
                .contains(new BudgetShare.Rounds(5, millis(500)));
        assertThat(rounds(60_000, turns(1, 1, 1, 1, 1))).isEmpty();
        assertThat(rounds(60_000)).isEmpty();
    }

    @Test
    void givesShortForkToCaseWithoutForkAfterLastRound() {
        assertThat(rounds(1_900, turns(), turns())).contains(new BudgetShare.Rounds(1, BudgetShare.MIN_FORK_TIME));
        assertThat(rounds(800, turns(), turns())).contains(new BudgetShare.Rounds(1, BudgetShare.MIN_FORK_TIME));
        assertThat(rounds(799, turns(), turns())).isEmpty();
        assertThat(rounds(900, turns(600))).as("it has a fork").isEmpty();
    }

    @Test
    void learnsOverheadOfForks() {
        share.learn(end(1_000, 2_000));
        assertThat(rounds(15_000, turns())).contains(new BudgetShare.Rounds(5, millis(1_000)));

        share.learn(end(1_000, 400));
        assertThat(rounds(15_000, turns()))
                .as("three parts of 2 s, one of 0.4 s")
                .contains(new BudgetShare.Rounds(5, millis(1_400)));
    }

    @Test
    void givesShortForkOnlyIfFastestForkWouldFit() {
        share.learn(end(100, 60_000));
        assertThat(rounds(60_299, turns())).isEmpty();

        share.learn(end(100, 2_000));
        share.learn(end(100, 60_000));
        assertThat(rounds(2_300, turns())).contains(new BudgetShare.Rounds(1, BudgetShare.MIN_FORK_TIME));
        assertThat(rounds(2_299, turns())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2000, 2000", "501, 501", "500, 5000", "100, 5000", "9000, 5000"})
    void plansLaterForkAsLongAsFirstUnlessThatWasShort(long first, long limit) {
        BudgetShare.Rounds rounds = new BudgetShare.Rounds(5, millis(5_000));

        assertThat(BudgetShare.limit(rounds, turns(first, 3_000))).isEqualTo(millis(limit));
        assertThat(BudgetShare.limit(rounds, turns())).isEqualTo(millis(5_000));
    }

    @ParameterizedTest
    @CsvSource({"10000, 2000", "1800, 1300", "800, 300"})
    void plansExtraForkAsLongAsEarlierOnesOrRemainingTime(long left, long limit) {
        assertThat(share.extra(millis(left), turns(1_000, 3_000))).contains(millis(limit));
    }

    @Test
    void plansNoExtraForkBelowMinimumLength() {
        assertThat(share.extra(millis(10_000), turns(100))).contains(millis(500));
        assertThat(share.extra(millis(799), turns(100))).isEmpty();
    }
}
