/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.gate;

import io.microbench.history.Suspect;
import io.microbench.judge.CaseVerdict;
import java.util.List;
import java.util.Optional;

/**
 * Describes the outcome for one suspect.
 *
 * @param suspect what the history shows
 * @param outcome what came of it
 * @param verdict the verdict of fresh forks; empty where none were run
 * @param commits the commits among which the change is, the latest first, one line each; empty unless it is confirmed
 * @param detail a remark for people; may be empty
 */
public record Finding(
        Suspect suspect, Outcome outcome, Optional<CaseVerdict> verdict, List<String> commits, String detail) {

    /** What can become of a suspect. */
    public enum Outcome {
        /** Fresh forks are slower than those of the last good commit, or allocate more. */
        CONFIRMED,
        /** Fresh forks do not show it. */
        NOT_CONFIRMED,
        /** Fresh forks exclude a change of the size that the history shows. */
        RULED_OUT,
        /** A fork failed. */
        FAILED,
        /** There is nothing to compare with. */
        NOT_CHECKED,
        /** The time was spent on suspects that are more likely. */
        NOT_REACHED
    }

    /** Copies the list. */
    public Finding {
        commits = List.copyOf(commits);
    }

    static Finding notChecked(Suspect suspect, String why) {
        return new Finding(suspect, Outcome.NOT_CHECKED, Optional.empty(), List.of(), why);
    }
}
