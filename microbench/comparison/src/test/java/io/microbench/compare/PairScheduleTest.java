// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.compare.InterleavedComparison.Limits;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.judge.AnytimeJudge;
import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.Verdict;
import io.microbench.run.ForkLoop.End;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairScheduleTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final PairSchedule schedule = schedule(1, 40);

    private static PairSchedule schedule(int cases, int mostForks) {
        Limits limits = new Limits(HOUR, 3, mostForks, 0.01, 0.01);
        return new PairSchedule(Fixtures.paired(cases), new AnytimeJudge(0.01, cases, 0.01, List.of()), limits, 1);
    }

    private static boolean end(PairSchedule schedule, PairFork fork, double value) {
        return schedule.ended(fork, Fixtures.report(fork.turn().pair(), value));
    }

    /** Runs a pair from a given time left to a given time left. */
    private static void pair(PairSchedule schedule, Duration from, double baseline, double candidate) {
        for (int i = 0; i < 2; i++) {
            PairFork fork = schedule.next(from).orElseThrow();
            end(schedule, fork, fork.side() == Side.BASELINE ? baseline : candidate);
        }
    }

    @Test
    void theSecondForkOfAPairIsTheOtherSideOfTheSameTurn() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        assertThat(first.isSecond()).isFalse();
        assertThat(end(schedule, first, 100)).isFalse();

        PairFork second = schedule.next(HOUR).orElseThrow();

        assertThat(second.turn()).isEqualTo(first.turn());
        assertThat(second.side()).isEqualTo(first.side().other());
        assertThat(second.isSecond()).isTrue();
    }

    @Test
    void aSuspectIsDoneWithAsSoonAsItsForksExcludeWhatIsSuspected() {
        List<PairedCase> cases = Fixtures.paired(1);
        SuspectedChange half = new SuspectedChange(cases.get(0).id().text(), 0.5);
        PairSchedule suspected = new PairSchedule(
                cases, new AnytimeJudge(0.01, 1, 0.01, List.of(half)), new Limits(HOUR, 3, 40, 0.01, 0.01), 1);
        double[] candidates = {101, 99, 100.4};
        for (double candidate : candidates) {
            pair(suspected, HOUR, 100, candidate);
            pair(schedule, HOUR, 100, candidate);
        }

        assertThat(suspected.next(HOUR)).isEmpty();
        assertThat(suspected.end()).isEqualTo(End.DECIDED);
        assertThat(suspected.isOutOfTime()).isFalse();
        assertThat(schedule.next(HOUR)).as("without a suspicion").isPresent();
    }

    @Test
    void aPairThatHasBegunIsCompletedWhateverTimeIsLeft() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        end(schedule, first, 100);

        assertThat(schedule.next(Duration.ZERO)).contains(first.second());
    }

    @Test
    void thereIsNoVerdictBeforeTheFirstPairIsComplete() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        end(schedule, first, 100);
        assertThat(schedule.verdicts()).isEmpty();

        end(schedule, first.second(), 100);

        assertThat(schedule.verdicts()).containsOnlyKeys(Fixtures.id("method0"));
        assertThat(schedule.verdicts().values()).allSatisfy(verdict -> {
            assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(verdict.baselineForks()).isEqualTo(1);
            assertThat(verdict.candidateForks()).isEqualTo(1);
        });
    }

    @Test
    void theFirstPairHasToFitByItsPlan() {
        Duration planned = Fixtures.paired("method0").cost();

        assertThat(schedule.next(planned.minusNanos(1))).isEmpty();
        assertThat(schedule.end()).isEqualTo(End.BUDGET);
        assertThat(schedule(1, 40).next(planned)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"29, true", "30, true", "31, false"})
    void laterPairsHaveToFitByTheTimeThatTheLastOneTook(int minutes, boolean fits) {
        pair(schedule, HOUR, 100, 101);

        assertThat(schedule.next(HOUR.minusMinutes(minutes)).isPresent()).isEqualTo(fits);
        assertThat(schedule.end()).isEqualTo(fits ? End.DECIDED : End.BUDGET);
    }

    @Test
    void aFailureOfTheFirstForkLeavesOutTheSecond() {
        PairSchedule two = schedule(2, 40);
        PairFork failing = two.next(HOUR).orElseThrow();

        assertThat(two.ended(failing, Fixtures.failed(1, "no memory"))).isTrue();

        PairFork next = two.next(HOUR).orElseThrow();
        assertThat(next.turn().id()).isNotEqualTo(failing.turn().id());
        assertThat(next.isSecond()).isFalse();
        assertThat(two.failures().get(failing.turn().id()))
                .isNotNull()
                .satisfies(failure -> assertThat(failure.message()).isEqualTo("no memory"));
    }

    @Test
    void aFailureTakesBackTheVerdictOfEarlierPairs() {
        pair(schedule, HOUR, 100, 101);
        assertThat(schedule.verdicts()).hasSize(1);
        PairFork failing = schedule.next(HOUR).orElseThrow();

        schedule.ended(failing, Fixtures.failed(2, "boom"));

        assertThat(schedule.verdicts()).isEmpty();
        assertThat(schedule.next(HOUR)).isEmpty();
        assertThat(schedule.end()).as("what failed is not undecided").isEqualTo(End.DECIDED);
    }

    @Test
    void theLastForkOfADecidedCaseReturnsThatItIsDecided() {
        boolean decided = false;
        int forks = 0;
        for (Optional<PairFork> fork = schedule.next(HOUR); fork.isPresent(); fork = schedule.next(HOUR)) {
            assertThat(decided).as("no fork after the decision").isFalse();
            forks++;
            decided = end(schedule, fork.get(), fork.get().side() == Side.BASELINE ? 100 : 200 + 0.01 * forks);
        }

        assertThat(decided).isTrue();
        assertThat(schedule.end()).isEqualTo(End.DECIDED);
        assertThat(schedule.verdicts().values()).singleElement().satisfies(verdict -> {
            assertThat(verdict.verdict()).isEqualTo(Verdict.SLOWER);
            assertThat(verdict.unit()).isEqualTo("ns/op");
        });
    }

    @Test
    void whatIsUndecidedAtTheMostForksIsReportedAsOutOfForks() {
        PairSchedule three = schedule(1, 3);
        double[] noise = {100, 150, 80};
        for (double value : noise) {
            pair(three, HOUR, value, 200 - value);
        }

        assertThat(three.next(HOUR)).isEmpty();
        assertThat(three.end()).isEqualTo(End.FORKS);
        assertThat(three.forks()).singleElement().satisfies(forks -> assertThat(forks.values(Side.BASELINE))
                .isEqualTo(noise));
    }

    @Test
    void aScoreOfZeroEndsItsCaseAndLeavesItUndecided() {
        PairFork first = schedule.next(HOUR).orElseThrow();
        end(schedule, first, 0);

        assertThat(end(schedule, first.second(), 100)).isTrue();
        assertThat(List.copyOf(schedule.verdicts().values())).singleElement().satisfies(verdict -> assertThat(
                        verdict.note())
                .isEqualTo("a fork's score is not above 0, so there is no ratio"));
    }
}
