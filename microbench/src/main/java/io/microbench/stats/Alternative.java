/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import org.apache.commons.statistics.inference.AlternativeHypothesis;

/** Names what a test of baseline against candidate looks for. */
public enum Alternative {
    /** The candidate differs from the baseline in either direction (two-sided). */
    DIFFERENT(AlternativeHypothesis.TWO_SIDED),
    /** The candidate's values are larger than the baseline's (one-sided). */
    GREATER(AlternativeHypothesis.GREATER_THAN),
    /** The candidate's values are smaller than the baseline's (one-sided). */
    LESS(AlternativeHypothesis.LESS_THAN);

    private final AlternativeHypothesis hypothesis;

    Alternative(AlternativeHypothesis hypothesis) {
        this.hypothesis = hypothesis;
    }

    AlternativeHypothesis hypothesis() {
        return hypothesis;
    }

    /** Returns the number of tails the significance level is shared by. */
    int tails() {
        return this == DIFFERENT ? 2 : 1;
    }
}
