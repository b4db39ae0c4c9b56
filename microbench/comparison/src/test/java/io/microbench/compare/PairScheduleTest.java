// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.result.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairScheduleTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final PairSchedule schedule = schedule(1, 40);

    private static PairSchedule schedule(int cases, int mostForks, SuspectedChange... suspects) {
        Limits limits = new Limits(HOUR, 3, mostForks, 0.01, 0.01);
        PairSchedule schedule = new PairSchedule(new AnytimeJudge(0.01, cases, 0.01, List.of(suspects)), limits, 1);
        Fixtures.paired(cases).forEach(paired -> schedule.add(new PairedForks(paired)));
        return schedule;
    }

    private static List<CaseVerdict> verdicts(PairSchedule schedule) {
        return schedule.forks().stream()
                .flatMap(forks -> forks.verdict().stream())
                .toList();
    }

    private static void end(PairSchedule schedule, PairFork fork, double value) {
        schedule.ended(fork, Fixtures.report(fork.number(), value));
    }

    /** Runs a pair with the given time left. */
    private static void pair(PairSchedule schedule, Duration from, double baseline, double candidate) {
        for (int i = 0; i < 2; i++) {
            PairFork fork = schedule.next(from).orElseThrow();
            end(schedule, fork, fork.side() == Side.BASELINE ? baseline : candidate);
        }
    }

    @Test
    void runsOtherSideAsSecondFork() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        assertThat(first.isSecond()).isFalse();
        end(schedule, first, 100);

        PairFork second = schedule.next(HOUR).orElseThrow();

        assertThat(second).isEqualTo(first.second());
        assertThat(second.side()).isEqualTo(first.side().other());
        assertThat(second.isSecond()).isTrue();
    }

    @Test
    void finishesSuspectOnceChangeIsExcluded() {
        PairSchedule suspected =
                schedule(1, 40, new SuspectedChange(Fixtures.id("method0").text(), 0.5));
        double[] candidates = {101, 99, 100.4};
        for (double candidate : candidates) {
            pair(suspected, HOUR, 100, candidate);
            pair(schedule, HOUR, 100, candidate);
        }

        assertThat(suspected.next(HOUR)).isEmpty();
        assertThat(suspected.isOutOfTime()).isFalse();
        assertThat(schedule.next(HOUR)).as("without a suspicion").isPresent();
    }

    @Test
    void completesStartedPairAfterBudget() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        end(schedule, first, 100);

        assertThat(schedule.next(Duration.ZERO)).contains(first.second());
    }

    @Test
    void hasNoVerdictBeforeFirstPair() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        end(schedule, first, 100);
        assertThat(verdicts(schedule)).isEmpty();

        end(schedule, first.second(), 100);

        assertThat(verdicts(schedule)).singleElement().satisfies(verdict -> {
            assertThat(verdict.id()).isEqualTo(Fixtures.id("method0"));
            assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(verdict.baselineForks()).isEqualTo(1);
            assertThat(verdict.candidateForks()).isEqualTo(1);
        });
    }

    @Test
    void estimatesFirstPairByPlan() {
        Duration planned = Fixtures.paired("method0").cost();

        assertThat(schedule.next(planned.minusNanos(1))).isEmpty();
        assertThat(schedule.isOutOfTime()).isTrue();
        assertThat(schedule(1, 40).next(planned)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"29, true", "30, true", "31, false"})
    void estimatesLaterPairsByLastDuration(int minutes, boolean fits) {
        pair(schedule, HOUR, 100, 101);

        assertThat(schedule.next(HOUR.minusMinutes(minutes)).isPresent()).isEqualTo(fits);
        assertThat(schedule.isOutOfTime()).isEqualTo(!fits);
    }

    @Test
    void skipsSecondForkAfterFailure() {
        PairSchedule two = schedule(2, 40);
        PairFork failing = two.next(HOUR).orElseThrow();

        two.ended(failing, Fixtures.failed(1, "no memory"));

        PairFork next = two.next(HOUR).orElseThrow();
        assertThat(next.paired().id()).isNotEqualTo(failing.paired().id());
        assertThat(next.isSecond()).isFalse();
        assertThat(failing.forks().failure().map(Failure::message)).contains("no memory");
    }

    @Test
    void withdrawsVerdictAfterFailure() {
        pair(schedule, HOUR, 100, 101);
        assertThat(verdicts(schedule)).hasSize(1);
        PairFork failing = schedule.next(HOUR).orElseThrow();

        schedule.ended(failing, Fixtures.failed(2, "boom"));

        assertThat(verdicts(schedule)).isEmpty();
        assertThat(schedule.next(HOUR)).isEmpty();
    }

    @Test
    void runsNoForkOfDecidedCase() {
        int forks = 0;
        for (Optional<PairFork> fork = schedule.next(HOUR); fork.isPresent(); fork = schedule.next(HOUR)) {
            forks++;
            end(schedule, fork.get(), fork.get().side() == Side.BASELINE ? 100 : 200 + 0.01 * forks);
        }

        assertThat(forks).isLessThan(80);
        assertThat(verdicts(schedule)).singleElement().satisfies(verdict -> {
            assertThat(verdict.verdict()).isEqualTo(Verdict.SLOWER);
            assertThat(verdict.unit()).isEqualTo("ns/op");
        });
    }

    @Test
    void stopsUndecidedCaseAtMaximumForks() {
        PairSchedule three = schedule(1, 3);
        double[] noise = {100, 150, 80};
        for (double value : noise) {
            pair(three, HOUR, value, 200 - value);
        }

        assertThat(three.next(HOUR)).isEmpty();
        assertThat(three.isOutOfTime()).isFalse();
        assertThat(three.forks()).singleElement().satisfies(forks -> assertThat(forks.values(Side.BASELINE))
                .isEqualTo(noise));
    }

    @Test
    void leavesCaseUndecidedAfterScoreOfZero() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        end(schedule, first, 0);

        end(schedule, schedule.next(HOUR).orElseThrow(), 100);

        assertThat(schedule.next(HOUR)).isEmpty();
        assertThat(verdicts(schedule)).singleElement().satisfies(verdict -> assertThat(verdict.note())
                .isEqualTo("a fork's score is not above 0, so there is no ratio"));
    }
}
