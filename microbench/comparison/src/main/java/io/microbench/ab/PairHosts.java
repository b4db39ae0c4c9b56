/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.forking.ForkReport;
import io.microbench.result.RunNode;
import io.microbench.run.NodeHost;

/** The hosts of both sides on one node; for one thread, but for {@link #close}. */
interface PairHosts extends NodeHost {

    /** Returns the node as a side's run knows it, with all that is known of its machine so far. */
    RunNode node(Side side);

    /**
     * Runs one fork.
     *
     * @throws io.microbench.remote.HostGoneException if the host has gone, alone or with its node
     * @throws io.microbench.environment.PreflightException if it refuses the fork
     */
    ForkReport fork(Side side, PairedCase paired, int number);
}
