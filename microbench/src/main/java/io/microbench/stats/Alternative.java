// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/** Names what a test of baseline against candidate looks for. */
public enum Alternative {
    /** The candidate differs from the baseline in either direction (two-sided). */
    DIFFERENT,
    /** The candidate's values are larger than the baseline's (one-sided). */
    GREATER,
    /** The candidate's values are smaller than the baseline's (one-sided). */
    LESS;

    /** Returns the number of tails the significance level is shared by. */
    int tails() {
        return this == DIFFERENT ? 2 : 1;
    }
}
