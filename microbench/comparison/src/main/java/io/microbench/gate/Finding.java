// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.GateNotes.SuspectNote.State;
import io.microbench.history.Nomination.Suspect;
import io.microbench.judge.AnytimeJudge.SuspectedChange.RuledOut;
import io.microbench.judge.CaseVerdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Describes the outcome for one suspect.
 *
 * @param suspect what the history shows
 * @param outcome whether fresh forks confirm it
 * @param verdict the verdict of fresh forks; empty if none were run
 * @param commits the commits that contain the change, the latest first, one line each; empty unless it is confirmed
 * @param detail a remark for the user; may be empty
 */
public record Finding(
        Suspect suspect, Outcome outcome, Optional<CaseVerdict> verdict, List<String> commits, String detail) {

    /** The outcome of a suspect. */
    public enum Outcome {
        /** Fresh forks are slower than those of the last good commit, or allocate more. */
        CONFIRMED,
        /** Fresh forks do not show it. */
        NOT_CONFIRMED,
        /** Fresh forks exclude a change of the size that the history shows. */
        RULED_OUT,
        /** A fork failed. */
        FAILED,
        /** No commit to compare with. */
        NOT_CHECKED,
        /** The budget was spent on other suspects. */
        NOT_REACHED
    }

    /** Copies the list. */
    public Finding {
        commits = List.copyOf(commits);
    }

    /** Returns whether the suspect stays open: the forks did not decide, or none were run. */
    boolean isOpen() {
        return outcome == Outcome.FAILED
                || outcome == Outcome.NOT_REACHED
                || (outcome == Outcome.NOT_CONFIRMED
                        && verdict.filter(each -> !each.verdict().decided()).isPresent());
    }

    /** Returns the note for the next gate; empty for a suspect that cannot be compared. */
    Optional<SuspectNote> note() {
        if (outcome == Outcome.NOT_CHECKED) {
            return Optional.empty();
        }
        State state = outcome == Outcome.CONFIRMED ? State.CONFIRMED : isOpen() ? State.OPEN : State.RULED_OUT;
        double low = verdict.map(each -> each.ruledOut().map(RuledOut::low).orElse(each.low()))
                .orElse(1.0);
        return Optional.of(new SuspectNote(
                suspect.caseId(),
                state,
                suspect.noted()
                        .map(SuspectNote::since)
                        .orElse(suspect.latest().run().id()),
                suspect.firstBad().run().id(),
                suspect.lastGoodCommit(),
                suspect.looks() + (state == State.OPEN && verdict.isPresent() ? 1 : 0),
                suspect.ratio(),
                state == State.RULED_OUT ? OptionalDouble.of(low) : OptionalDouble.empty()));
    }

    static Finding notChecked(Suspect suspect, String why) {
        return new Finding(suspect, Outcome.NOT_CHECKED, Optional.empty(), List.of(), why);
    }
}
