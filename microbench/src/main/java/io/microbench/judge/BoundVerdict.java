// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseId;

/**
 * Describes whether a case keeps to a bound.
 *
 * @param bound what was expected
 * @param outcome whether it is kept
 * @param message one line with the numbers, their interval and the bound
 */
public record BoundVerdict(CaseId id, Bound bound, Outcome outcome, String message) {

    /** Whether a bound is kept. */
    public enum Outcome {
        /** The whole interval is inside the bound. */
        KEPT,
        /** The whole interval is outside the bound. */
        BREACHED,
        /** The interval is too wide for a decision, or there is none. */
        UNDECIDED
    }

    public boolean breached() {
        return outcome == Outcome.BREACHED;
    }
}
