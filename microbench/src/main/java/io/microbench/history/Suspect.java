/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.util.Comparator;
import java.util.Optional;

/**
 * A case that may have become slower, by its history; a comparison on fresh forks has to confirm it.
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
 * @param pValue probability of such a difference if nothing had changed, 0 to 1, as the rule has it; optimistic, but it shows which
 *     of several suspects is most likely to be one
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
        double ratio,
        double pValue) {

    /** The most likely to have become slower first, of equally likely ones the worst. */
    public static final Comparator<Suspect> MOST_LIKELY_FIRST =
            Comparator.comparingDouble(Suspect::pValue).thenComparingDouble(Suspect::ratio);

    /** What makes a case a suspect. */
    public enum Rule {
        /** The level changed for the worse in one of the last runs. */
        CHANGE_POINT,
        /** The last value alone is worse than its level makes likely. */
        OUT_OF_RANGE
    }
}
