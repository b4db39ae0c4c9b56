// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Sha256;
import java.util.Comparator;
import java.util.List;

/**
 * Stores what one gate concluded about its suspects. Nothing in it is ever changed: the next gate writes its own notes. Two gates of
 * one run both write theirs.
 *
 * @param runId the run that the gate looked at
 */
public record GateNotes(String runId, List<SuspectNote> suspects) {

    private static final int UNIQUE = 12;

    /**
     * Sorts the suspects.
     *
     * @throws IllegalArgumentException if the id of the run cannot be part of a file name
     */
    public GateNotes {
        Check.name("run id", runId);
        suspects = suspects.stream()
                .sorted(Comparator.comparing(SuspectNote::caseId))
                .toList();
    }

    /** Returns a name that no other content has. */
    String name() {
        return runId + "-" + Sha256.of(StoredJson.GATE.write(this)).substring(0, UNIQUE);
    }
}
