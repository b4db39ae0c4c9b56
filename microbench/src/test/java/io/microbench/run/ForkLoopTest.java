// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.ForkLoop.Budget;
import io.microbench.run.ForkLoop.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the order of calls in the loop, with numbers as turns; the result of a turn is its number times ten. */
class ForkLoopTest {

    private static final Duration FORK = Duration.ofSeconds(2);

    private final List<String> seen = new ArrayList<>();
    private long now;
    private boolean stopped;

    /** Provides at most the given number of turns, and only turns that end in time. */
    private final class Turns implements ForkLoop.Schedule<Integer, Integer> {

        private final int most;
        private int given;
        private End end = End.FORKS;

        Turns(int most) {
            this.most = most;
        }

        @Override
        public Optional<Integer> next(Duration left) {
            seen.add("next with " + left.toSeconds() + " s");
            if (left.compareTo(FORK) < 0) {
                end = End.BUDGET;
                return Optional.empty();
            }
            return given == most ? Optional.empty() : Optional.of(++given);
        }

        @Override
        public boolean ended(Integer turn, Integer value) {
            seen.add("judge " + value);
            return turn == most;
        }

        @Override
        public End end() {
            return end;
        }
    }

    private Optional<Integer> fork(int turn) {
        now += FORK.toNanos();
        seen.add("fork " + turn);
        return Optional.of(turn * 10);
    }

    private ForkLoop<Integer, Integer> loop(int turns, ForkLoop.Source<Integer, Integer> source, Duration budget) {
        return new ForkLoop<>(
                new Turns(turns),
                source,
                (turn, decided) -> seen.add((decided ? "decided " : "open ") + turn),
                new Budget(budget, () -> now),
                () -> stopped);
    }

    @Test
    void judgesForkBeforeNext() {
        End end = loop(2, this::fork, Duration.ofSeconds(10)).run();

        assertThat(end).isEqualTo(End.FORKS);
        assertThat(seen)
                .containsExactly(
                        "next with 10 s",
                        "fork 1",
                        "judge 10",
                        "open 1",
                        "next with 8 s",
                        "fork 2",
                        "judge 20",
                        "decided 2",
                        "next with 6 s");
    }

    @Test
    void letsScheduleDecideWithRemainingTime() {
        End end = loop(100, this::fork, Duration.ofSeconds(5)).run();

        assertThat(end).isEqualTo(End.BUDGET);
        assertThat(seen).contains("fork 2").doesNotContain("fork 3").endsWith("next with 1 s");
    }

    @Test
    void requestsNoTurnAfterStop() {
        stopped = true;

        assertThat(loop(2, this::fork, Duration.ofSeconds(10)).run()).isEqualTo(End.STOPPED);
        assertThat(seen).isEmpty();
    }

    @Test
    void judgesForkThatWasBusyAtStop() {
        End end = loop(
                        9,
                        turn -> {
                            stopped = turn == 2;
                            return fork(turn);
                        },
                        Duration.ofSeconds(100))
                .run();

        assertThat(end).isEqualTo(End.STOPPED);
        assertThat(seen).endsWith("fork 2", "judge 20", "open 2");
    }

    @Test
    void neitherKeepsNorJudgesStoppedFork() {
        End end = loop(9, turn -> turn == 2 ? Optional.empty() : fork(turn), Duration.ofSeconds(100))
                .run();

        assertThat(end).isEqualTo(End.STOPPED);
        assertThat(seen).endsWith("open 1", "next with 98 s");
    }

    @Test
    void hasUnlimitedTimeWithoutBudget() {
        assertThat(Budget.unlimited().left()).isGreaterThan(Duration.ofDays(10_000));
    }

    @Test
    void startsBudgetOnCreation() {
        now = 7_000;
        Budget budget = new Budget(Duration.ofNanos(100), () -> now);
        now += 130;

        assertThat(budget.left()).isEqualTo(Duration.ofNanos(-30));
    }
}
