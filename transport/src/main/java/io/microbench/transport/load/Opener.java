// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.load;

import io.microbench.transport.Connection;
import io.microbench.transport.Receiver;
import java.io.IOException;

/** Connects to nodes. */
interface Opener {

    /**
     * Opens a stream to a node.
     *
     * @param node its index
     * @throws IOException if it cannot be reached
     */
    Connection connect(int node, Receiver receiver) throws IOException;
}
