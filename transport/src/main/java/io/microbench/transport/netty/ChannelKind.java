// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.net.SocketAddress;
import java.util.function.Supplier;

/**
 * What tells Netty's stream transports apart.
 *
 * @param io makes what event loops wait with
 * @param encrypted whether TLS is spoken on the channels
 */
record ChannelKind(
        Supplier<IoHandlerFactory> io,
        Class<? extends ServerChannel> server,
        Class<? extends Channel> client,
        boolean encrypted,
        Addresses addresses) {

    /** How addresses are made, and written as text. */
    interface Addresses {

        /** Returns an address of this machine to listen at that nobody else uses. */
        SocketAddress any() throws java.io.IOException;

        /** Returns an address as text. */
        String text(SocketAddress address);

        /** Reads an address. */
        SocketAddress parse(String text) throws java.io.IOException;

        /** Removes what is left of an address. */
        default void free(SocketAddress address) {}
    }
}
