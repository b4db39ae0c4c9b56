// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;

/** Takes what arrives on a connection, in one thread at a time. */
public interface Receiver {

    /** Takes a frame. */
    void received(Connection connection, Arrival arrival);

    /** Takes the end of a connection that nobody on this side closed; nothing arrives afterwards. */
    void lost(IOException problem);
}
