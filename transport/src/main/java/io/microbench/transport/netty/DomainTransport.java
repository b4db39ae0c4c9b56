// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.microbench.transport.Wire;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import java.util.EnumSet;
import java.util.Optional;

/** Unix domain sockets with Linux's epoll, between processes of one machine. */
public final class DomainTransport extends AbstractNettyTransport {

    /** Creates the transport; called by the service loader. */
    public DomainTransport() {
        super("uds", EnumSet.of(Knob.SEND_BUFFER, Knob.EVENT_LOOPS));
    }

    @Override
    public Wire wire() {
        return Wire.UNIX;
    }

    @Override
    public Optional<String> unavailable() {
        return Epoll.isAvailable() ? Optional.empty() : missing(Epoll.unavailabilityCause());
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                EpollIoHandler::newFactory,
                EpollServerDomainSocketChannel.class,
                EpollDomainSocketChannel.class,
                false,
                new FileAddresses());
    }
}
