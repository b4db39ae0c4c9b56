// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.GoneNode;

/** Receives every event while pairs are run, as it happens, from one thread at a time. */
interface PairJournal {

    /** A fork has ended or failed, or was lost with its host. */
    void forkEnded(Side side, PairedCase paired, ForkReport report);

    /** A pair is complete. */
    void pairEnded(Turn turn, CaseVerdict verdict);

    /** A fork has failed, and its case gets no more. */
    void failed(Side side, PairedCase paired, Failure failure);

    /** The case has ended on this side. */
    void caseEnded(Side side, CaseResult result);

    /** More is known of a node that measures. */
    void node(Side side, RunNode node);

    /** A node no longer measures. */
    void nodeGone(GoneNode gone);

    /** The host of a fork ended alone, and the fork is lost. */
    void hostEnded(String fork, String why);

    /** The forks of the case so far no longer count. */
    void anew(PairedCase paired, Failure why);

    /** No node is left to measure the case. */
    void notMeasured(PairedCase paired, String reason);
}
