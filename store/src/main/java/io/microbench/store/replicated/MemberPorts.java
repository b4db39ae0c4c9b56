/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store.replicated;

import io.microbench.store.MemberPlace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Tries the ports of a member before its store does: stores go on without one, try for long, or end the process. */
final class MemberPorts {

    private MemberPorts() {}

    /**
     * Checks that nobody listens on the ports of a member.
     *
     * @throws IOException if somebody does; names the first such port
     */
    static void requireFree(MemberPlace place) throws IOException {
        for (int port : place.ports()) {
            try (ServerSocket socket = new ServerSocket()) {
                // Otherwise connections that ended a moment ago count.
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(place.host(), port));
            } catch (IOException e) {
                throw new IOException(
                        "member " + place.number() + " cannot listen on " + place.host() + " port " + port + ": "
                                + e.getMessage() + "; end what uses the port, or give the member another one",
                        e);
            }
        }
    }
}
