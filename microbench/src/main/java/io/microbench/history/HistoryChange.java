// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.stats.ChangePoint;

/**
 * A point at which the level of a case changed.
 *
 * <p>The p value is that of {@link io.microbench.stats.ChangePoint} and optimistic like it: a change nominates, it does not
 * convict.
 *
 * @param kind which way it went
 * @param lastBefore the last run at the old level
 * @param firstAfter the first run at the new level
 * @param before mean of the old level, in the unit of the case
 * @param after mean of the new level
 * @param ratio speed after over speed before, whatever the mode: 0.95 is 5 % slower
 * @param pValue probability of a difference at least as large if nothing had changed, 0 to 1
 */
public record HistoryChange(
        Kind kind,
        HistoryEntry lastBefore,
        HistoryEntry firstAfter,
        double before,
        double after,
        double ratio,
        double pValue) {

    static HistoryChange of(ChangePoint point, HistoryEntry lastBefore, HistoryEntry firstAfter) {
        double ratio = firstAfter.summary().mode().speedRatio(point.meanBefore(), point.meanAfter());
        return new HistoryChange(
                ratio < 1 ? Kind.SLOWER : Kind.FASTER,
                lastBefore,
                firstAfter,
                point.meanBefore(),
                point.meanAfter(),
                ratio,
                point.pValue());
    }

    /** Which way a case went. */
    public enum Kind {
        FASTER,
        SLOWER
    }
}
