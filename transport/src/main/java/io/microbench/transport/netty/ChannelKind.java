// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.net.SocketAddress;
import java.util.function.Supplier;

/**
 * The differences between Netty's stream transports.
 *
 * @param io creates the I/O handler of event loops
 * @param encrypted whether the channels use TLS
 */
record ChannelKind(
        Supplier<IoHandlerFactory> io,
        Class<? extends ServerChannel> server,
        Class<? extends Channel> client,
        boolean encrypted,
        Addresses addresses) {

    interface Addresses {

        /** Returns an unused address of this machine to listen on. */
        SocketAddress any() throws java.io.IOException;

        String text(SocketAddress address);

        SocketAddress parse(String text) throws java.io.IOException;

        default void free(SocketAddress address) {}
    }
}
