// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseId;

/**
 * Describes whether a case keeps to a bound.
 *
 * @param id which case
 * @param bound what was expected
 * @param outcome what became of it
 * @param message the whole in one line for people: the numbers, their interval, the bound
 */
public record BoundVerdict(CaseId id, Bound bound, Outcome outcome, String message) {

    /** What became of a bound. */
    public enum Outcome {
        /** The whole interval lies on the good side. */
        KEPT,
        /** The whole interval lies on the bad side. */
        BREACHED,
        /** The interval is too wide to tell, or there is none. */
        UNDECIDED
    }

    /** Returns whether the case broke the bound for sure. */
    public boolean breached() {
        return outcome == Outcome.BREACHED;
    }
}
