/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.netty;

import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Non-blocking TCP sockets of the JDK. */
public final class NioTransport extends AbstractNettyTransport {

    /** For the service loader. */
    public NioTransport() {
        super("nio");
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                NioIoHandler::newFactory,
                NioServerSocketChannel.class,
                NioSocketChannel.class,
                true,
                false,
                new InternetAddresses());
    }
}
