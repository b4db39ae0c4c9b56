/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;

/** Receives every event while pairs are run, as it happens. */
interface PairJournal {

    /** A fork has ended, well or not. */
    void forkEnded(Side side, PairedCase paired, ForkReport report);

    /** A pair is complete. */
    void pairEnded(Turn turn, CaseVerdict verdict);

    /** A fork has failed, and its case gets no more. */
    void failed(Side side, PairedCase paired, Failure failure);

    /** Nothing more comes for this case on this side. */
    void caseEnded(Side side, CaseResult result);
}
