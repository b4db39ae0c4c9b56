// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkReport;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.RunNode;
import java.util.function.Consumer;

/** Runs the forks of a suite on a node. */
interface CaseHost extends NodeHost {

    /** Returns the node, with all that is known of its machine so far. */
    RunNode node();

    /** Returns the case with what of its plan works there. */
    CasePlan plan(PlannedCase planned);

    /**
     * Runs one fork.
     *
     * @param thrownAway whether it counts for nothing
     * @throws io.microbench.remote.HostGoneException if the host has gone, alone or with its node
     * @throws io.microbench.environment.PreflightException if it refuses the fork
     */
    ForkReport fork(PlannedCase planned, CasePlan plan, int number, boolean thrownAway);

    /**
     * Notes that the cases so far get no further fork: what they shared is closed.
     *
     * @throws io.microbench.remote.HostGoneException if the host has gone, alone or with its node
     */
    void rest();

    /** Sends what is printed from now on to the given case. */
    void printTo(Consumer<String> output);
}
