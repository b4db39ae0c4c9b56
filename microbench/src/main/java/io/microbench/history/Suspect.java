// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.Comparator;
import java.util.Optional;

/**
 * A case that may have become slower, by its history; a comparison on fresh forks has to confirm it.
 *
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
 * @param noted what the last gate noted of it; empty if it is new
 * @param nights number of runs since it was nominated first, 0 if it is new
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
        double pValue,
        Optional<SuspectNote> noted,
        int nights) {

    /** The most likely to have become slower first, of equally likely ones the worst. */
    public static final Comparator<Suspect> MOST_LIKELY_FIRST =
            Comparator.comparingDouble(Suspect::pValue).thenComparingDouble(Suspect::ratio);

    /** The number of nights without a decision after which others go first. */
    private static final int PATIENCE = 3;

    /** Those open from earlier nights first, the oldest of them first; then the most likely; what forks did not decide for nights last. */
    public static final Comparator<Suspect> OPEN_FIRST = Comparator.<Suspect>comparingInt(
                    each -> each.looks() >= PATIENCE ? 2 : each.noted().isPresent() ? 0 : 1)
            .thenComparingInt(each -> -each.nights())
            .thenComparing(MOST_LIKELY_FIRST);

    /** Returns on how many nights fresh forks ran and did not decide. */
    public int looks() {
        return noted.map(SuspectNote::looks).orElse(0);
    }

    /** What makes a case a suspect. */
    public enum Rule {
        /** The level changed for the worse in one of the last runs. */
        CHANGE_POINT,
        /** The last value alone is worse than its level makes likely. */
        OUT_OF_RANGE,
        /** It was nominated on an earlier night, and the runs since then show it. */
        KEPT
    }
}
