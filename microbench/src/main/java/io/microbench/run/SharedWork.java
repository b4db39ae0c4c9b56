// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.remote.HostGoneException;
import java.util.Map;

/**
 * Work that a {@link NodeScheduler} shares out among nodes. For all threads.
 *
 * @param <H> what runs forks on a node
 */
public interface SharedWork<H extends NodeHost> {

    /** A case that ends this many hosts, on nodes that live on, fails: it is what ends them. */
    int MOST_HOSTS = 2;

    /** Notes that nodes have hosts and can be given work; several at once get equal shares. */
    void ready(Map<String, H> hosts);

    /**
     * Runs the next fork of a node.
     *
     * @return whether there was one; if not, there may be one after another node is lost
     * @throws HostGoneException if the host ended, alone or with its node; the fork is recorded as lost
     */
    boolean fork(String node, H host);

    /** Notes that a node measures no longer; its work moves on. */
    void nodeGone(GoneNode gone);

    /** Returns whether no more work will be assigned. */
    boolean isOver();

    /** Stops assigning work. */
    void close();
}
