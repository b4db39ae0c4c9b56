// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkReport;
import io.microbench.forks.ForkRun;
import io.microbench.plan.PlannedCase;
import io.microbench.result.Metric;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodeHost;
import io.microbench.text.Numbers;
import java.io.PrintStream;
import java.util.Optional;

/** Runs the forks of a suite on this machine or on a node. */
interface CaseHost extends NodeHost {

    /**
     * A fork to be started.
     *
     * @param number its number within the case, from 1; discarded forks are counted separately
     * @param discarded whether its result is discarded
     * @param first whether it is the first fork of the case on this host
     * @param ending how it ends; empty for a case with fixed numbers of forks and iterations
     */
    record ForkRequest(int number, boolean discarded, boolean first, Optional<ForkRun.Ending> ending) {}

    /** Returns the node, with everything that is known about its machine so far; empty for this machine, which is in the record anyway. */
    default Optional<RunNode> node() {
        return Optional.empty();
    }

    /**
     * Runs one fork, with the parts of its plan that work on this host; a failed fork also has a result, with the name of the
     * node.
     *
     * @throws io.microbench.text.PreflightException if it refuses the fork
     */
    ForkReport fork(PlannedCase planned, ForkRequest requested);

    default void forget(PlannedCase planned) {}

    default void ended(PlannedCase planned) {}

    /** Records that the cases run so far get no further forks, and closes their shared resources. */
    default void rest() {}

    void printTo(PrintStream output);

    /** Prints the score of a case whose last fork ran here. */
    default void summarize(PlannedCase planned, JoinedScore all, PrintStream console) {
        Metric score = all.primary();
        console.println("Result \"" + planned.id().text() + "\":");
        console.println("  " + Numbers.score(score.score())
                + (Double.isFinite(score.error()) ? " +-(99.9%) " + Numbers.error(score.error(), score.score()) : "")
                + " " + score.unit()
                + node().map(its -> ", on node " + its.name()).orElse(""));
        console.println();
    }
}
