/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import java.util.List;

/** A node on which hosts can be started. */
interface PairPlace {

    /** Returns the name of the node. */
    String name();

    /**
     * Starts a host for each side.
     *
     * @param cases that both have to have
     * @throws io.microbench.remote.HostGoneException if one has gone before it could be asked anything
     * @throws io.microbench.environment.PreflightException if it cannot measure the cases
     */
    PairHosts start(List<PairedCase> cases);

    /** Returns whether the node is there, as far as is known at this moment. */
    boolean isThere();
}
