// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Sha256;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The conclusions of one gate about its suspects. Notes never change: every gate adds its own, even for the same run. */
public record GateNotes(String runId, List<SuspectNote> suspects) {

    private static final int UNIQUE = 12;

    public GateNotes {
        Check.name("run id", runId);
        suspects = suspects.stream()
                .sorted(Comparator.comparing(SuspectNote::caseId))
                .toList();
    }

    /** Returns a name that is unique for the content. */
    String name() {
        return runId + "-" + Sha256.of(StoredJson.GATE.write(this)).substring(0, UNIQUE);
    }

    /**
     * The conclusion of a gate about one suspect.
     *
     * @param state whether the suspect remains open, or why it was closed
     * @param since id of the run that nominated it first
     * @param firstBad id of the first run that was slower
     * @param lastGoodCommit the commit with which it was compared; empty if unknown
     * @param looks number of nights on which fresh forks ran without a decision
     * @param ratio ratio of the suspected speed to the earlier speed, below 1
     * @param low lower end of the fresh forks' interval of this ratio if they ruled out the change; otherwise empty
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

        /** The state of a suspect. If a run has several notes on a suspect, the last state in this order takes precedence. */
        public enum State {
            /** Not decided: checked first on the next night. */
            OPEN,
            /** Closed: the runs since its nomination are not slower. */
            WITHDRAWN,
            /** Closed: fresh forks rule out a change of this size. */
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

        /** Returns a note that withdraws this suspect because the runs since its nomination are not slower. */
        public SuspectNote withdraw() {
            return new SuspectNote(caseId, State.WITHDRAWN, since, firstBad, lastGoodCommit, looks, ratio, low);
        }

        /**
         * Returns whether the fresh forks also rule out the given slowdown: they exclude half of it, on a log scale.
         */
        boolean excludes(double slowdown) {
            return state == State.RULED_OUT && Math.sqrt(slowdown) < low.orElse(0);
        }
    }
}
