// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

/**
 * A node on which hosts can be started.
 *
 * @param <H> what runs its forks
 */
public interface NodePlace<H extends NodeHost> {

    /** Returns the name of the node. */
    String name();

    /**
     * Starts a host.
     *
     * @throws io.microbench.remote.HostGoneException if it ended before the first request
     * @throws io.microbench.text.PreflightException if it cannot measure the cases of this run
     */
    H start();

    /** Returns whether the node can be reached, as far as is known. */
    boolean isThere();
}
