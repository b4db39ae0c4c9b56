// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import static io.microbench.gate.Nights.DECODE;
import static io.microbench.gate.Nights.ENCODE;
import static io.microbench.gate.Nights.commit;
import static io.microbench.gate.Nights.night;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.gate.GateResult.Finding.Outcome;
import io.microbench.history.GateNotes;
import io.microbench.history.Nomination.Suspect;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what a gate takes over from the notes of earlier nights. */
class NightlyGateNotesTest extends AbstractNightlyGateTest {

    @Test
    void startsWithSuspectNotReachedBefore() {
        freshForks = 2;
        most = 1;
        assertThat(tonight(1.5, 1.3).open()).isEqualTo(2);
        most = Integer.MAX_VALUE;

        compared.clear();
        notes.set(
                0,
                new GateNotes(
                        notes.get(0).runId(),
                        notes.get(0).suspects().stream()
                                .filter(note -> note.caseId().equals(DECODE))
                                .toList()));
        GateResult result = tonight(1.5, 1.3);

        assertThat(compared).first().asString().startsWith(commit(13) + " [" + DECODE + ", " + ENCODE + "]");
        assertThat(result.text(""))
                .contains("2 suspects stay open; the next gate checks them first\n")
                .contains("  open for 1 run, since run night-14; undecided on 0 nights\n");
    }

    @Test
    void keepsUndecidedStepForMoreThanFiveNights() {
        freshForks = 2;
        truth = 1.1;
        for (int night = 0; night < 9; night++) {
            assertThat(tonight(1.1, 1).open()).as("night %d", night).isEqualTo(1);
        }

        freshForks = 5;
        truth = 1.4;
        assertThat(tonight(1.1, 1).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.CONFIRMED);
            assertThat(finding.suspect().nights()).isEqualTo(9);
            assertThat(finding.suspect().looks()).isEqualTo(9);
        });
        assertThat(compared).hasSize(10).containsOnly(commit(13) + " [" + ENCODE + "] of 1");
    }

    @Test
    void reportsEachConfirmedStepOnce() {
        truth = 1.4;
        assertThat(tonight(1.5, 1).count(Outcome.CONFIRMED)).isEqualTo(1);
        for (int night = 0; night < 8; night++) {
            assertThat(tonight(1.5, 1).findings()).as("night %d", night).isEmpty();
        }

        assertThat(tonight(2.5, 1).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.CONFIRMED);
            assertThat(finding.suspect().ratio()).isBetween(0.59, 0.61);
        });
        assertThat(compared).last().asString().startsWith(commit(22));
    }

    @Test
    void judgesSameRunAgain() {
        truth = 1.4;
        tonight(1.5, 1);

        assertThat(judge().count(Outcome.CONFIRMED)).isEqualTo(1);
    }

    @Test
    void mergesNotesOfTwoGatesOfOneRun() {
        truth = 1.4;
        tonight(1.5, 1);
        freshForks = 2;
        GateResult second = judge();
        notes.add(second.notes());

        assertThat(second.open()).isEqualTo(1);
        assertThat(tonight(1.5, 1).findings()).isEmpty();
    }

    @Test
    void closesSuspectThatLaterRunsDoNotShow() {
        freshForks = 2;
        assertThat(tonight(1.5, 1).open()).isEqualTo(1);

        GateResult result = tonight(1, 1);
        assertThat(result.findings()).isEmpty();
        assertThat(result.text(""))
                .contains("Closed because the runs since run night-14 are not slower: " + ENCODE + "\n");
        assertThat(tonight(1, 1).nomination().withdrawn()).isEmpty();
    }

    @Test
    void renominatesOnlyChangeThatForksDidNotExclude() {
        ruledOut = Optional.of(new RuledOut(0.67, 0.89, 1.16, 0.95));
        assertThat(tonight(1.5, 1).count(Outcome.RULED_OUT)).isEqualTo(1);
        assertThat(tonight(1.5, 1).findings())
                .noneMatch(finding -> finding.suspect().rule() == Suspect.Rule.CHANGE_POINT);

        // Replaces the last nights with nights with a smaller slowdown, which is inside the interval of the forks.
        runs.subList(15, runs.size()).clear();
        notes.subList(1, notes.size()).clear();
        for (int night = 15; night < 18; night++) {
            runs.add(night(night, 1.05, 1));
        }
        assertThat(judge().findings()).isNotEmpty();
    }
}
