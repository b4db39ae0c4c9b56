// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;

/** Receives the frames of a connection, never concurrently. */
public interface Receiver {

    void received(Connection connection, Arrival arrival);

    /** Handles the end of a connection that this side has not closed; nothing arrives afterwards. */
    void lost(IOException problem);
}
