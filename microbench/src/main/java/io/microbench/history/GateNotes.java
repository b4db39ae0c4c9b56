// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Sha256;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Stores the conclusions of one gate about its suspects. Notes are never changed: the next gate writes its own, and so
 * does a second gate of the same run.
 */
public record GateNotes(String runId, List<SuspectNote> suspects) {

    private static final int UNIQUE = 12;

    public GateNotes {
        Check.name("run id", runId);
        suspects = suspects.stream()
                .sorted(Comparator.comparing(SuspectNote::caseId))
                .toList();
    }

    /** Returns a name that is unique for this content. */
    String name() {
        return runId + "-" + Sha256.of(StoredJson.GATE.write(this)).substring(0, UNIQUE);
    }

    /**
     * Stores the conclusion of a gate about one suspect.
     *
     * @param state whether the suspect stays open, and if not, why it is closed
     * @param since id of the run that nominated it first
     * @param firstBad id of the first run that was slower
     * @param lastGoodCommit the commit that it was compared with; empty if there was none
     * @param looks number of nights on which fresh forks ran and did not decide
     * @param ratio suspected speed over the earlier one, below 1
     * @param low lower end of the fresh forks' interval of that ratio if they ruled the change out; otherwise empty
     */
    public record SuspectNote(
            String caseId,
            State state,
            String since,
            String firstBad,
            Optional<String> lastGoodCommit,
            int looks,
            double ratio,
            OptionalDouble low) {

        /** The states of a suspect. If a run has several, the last of them in this order counts. */
        public enum State {
            /** Not decided: it comes first in the next night. */
            OPEN,
            /** Closed: the runs since it was nominated are not slower. */
            WITHDRAWN,
            /** Closed: fresh forks exclude a change of that size. */
            RULED_OUT,
            /** Closed: fresh forks are slower. */
            CONFIRMED
        }

        public SuspectNote {
            Check.notEmpty("case id", caseId);
            Check.notEmpty("since", since);
            Check.notEmpty("first bad run", firstBad);
            Check.finite("ratio", ratio);
            low.ifPresent(value -> Check.finite("low", value));
        }

        /** Returns the note that closes this one, as the runs since then are not slower. */
        public SuspectNote withdraw() {
            return new SuspectNote(caseId, State.WITHDRAWN, since, firstBad, lastGoodCommit, looks, ratio, low);
        }

        /** Returns whether fresh forks had ruled out this slowdown as well, by the rule that half of it has to be excluded. */
        boolean excludes(double slowdown) {
            return state == State.RULED_OUT && Math.sqrt(slowdown) < low.orElse(0);
        }
    }
}
