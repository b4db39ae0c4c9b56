/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import org.jgroups.Address;

/** Sends frames to other nodes, in order. */
interface Outbox {

    /**
     * Sends a frame; for a node that is gone it may do nothing.
     *
     * @throws ClusterException if this node has left
     */
    void send(Address to, Frame frame);
}
