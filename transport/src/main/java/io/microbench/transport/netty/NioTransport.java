// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.EnumSet;

/** Non-blocking TCP sockets of the JDK. */
public final class NioTransport extends AbstractNettyTransport {

    public NioTransport() {
        super("nio", EnumSet.of(Knob.SEND_BUFFER, Knob.RECEIVE_BUFFER, Knob.NAGLE, Knob.EVENT_LOOPS));
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                NioIoHandler::newFactory,
                NioServerSocketChannel.class,
                NioSocketChannel.class,
                false,
                new InternetAddresses());
    }
}
