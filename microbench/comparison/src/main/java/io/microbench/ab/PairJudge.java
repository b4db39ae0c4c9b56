/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;

/** Judges a case from the pairs of forks it has so far; asked again after every further pair. */
interface PairJudge {

    /**
     * Returns what can be said now.
     *
     * @param unit of the values
     * @param higherIsBetter whether a higher value is the better one
     * @param baselineForks one value per fork of the baseline, in the order of the pairs
     * @param candidateForks the other fork of each pair
     */
    CaseVerdict judge(CaseId id, String unit, boolean higherIsBetter, double[] baselineForks, double[] candidateForks);
}
