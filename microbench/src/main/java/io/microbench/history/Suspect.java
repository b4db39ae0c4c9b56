/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.util.Optional;

/**
 * A case whose history says that it may have become slower; a comparison on fresh forks has to confirm it.
 *
 * @param caseId which case
 * @param rule what nominated it
 * @param lastGood the last run before it became slower
 * @param firstBad the first run that was slower
 * @param lastGoodCommit commit of the last run before it became slower whose commit is known and was measured without changes of
 *     the working copy: what to compare with; empty if the level before has none
 * @param latest the run under suspicion; may be {@code firstBad}
 * @param before level before, in the unit of the case
 * @param after level after; by {@link Rule#OUT_OF_RANGE} the one value of {@code latest}
 * @param ratio speed after over speed before, below 1
 */
public record Suspect(
        String caseId,
        Rule rule,
        HistoryEntry lastGood,
        HistoryEntry firstBad,
        Optional<String> lastGoodCommit,
        HistoryEntry latest,
        double before,
        double after,
        double ratio) {

    /** What makes a case a suspect. */
    public enum Rule {
        /** The level changed for the worse in one of the last runs. */
        CHANGE_POINT,
        /** The last value alone is worse than its level makes likely. */
        OUT_OF_RANGE
    }
}
