// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Identity;
import io.microbench.transport.Knob;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.EnumSet;
import java.util.Optional;

/** Non-blocking TCP sockets with TLS 1.3 by the JDK and mutual authentication. */
public final class TlsTransport extends AbstractNettyTransport {

    public TlsTransport() {
        super("tls", EnumSet.of(Knob.SEND_BUFFER, Knob.RECEIVE_BUFFER, Knob.NAGLE, Knob.EVENT_LOOPS, Knob.CIPHER));
    }

    @Override
    public Optional<Identity> newIdentity() {
        return Optional.of(Security.newIdentity());
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                NioIoHandler::newFactory,
                NioServerSocketChannel.class,
                NioSocketChannel.class,
                true,
                new InternetAddresses());
    }
}
