/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.transport.netty;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.Optional;

/** TCP sockets that Linux's epoll watches. */
public final class EpollTransport extends AbstractNettyTransport {

    /** For the service loader. */
    public EpollTransport() {
        super("epoll");
    }

    @Override
    public Optional<String> unavailable() {
        return Epoll.isAvailable() ? Optional.empty() : missing(Epoll.unavailabilityCause());
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                EpollIoHandler::newFactory,
                EpollServerSocketChannel.class,
                EpollSocketChannel.class,
                true,
                false,
                new InternetAddresses());
    }
}
