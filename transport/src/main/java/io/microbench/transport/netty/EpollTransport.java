// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.microbench.transport.Knobs;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.EnumSet;
import java.util.Optional;

/** TCP sockets with Linux's epoll. */
public final class EpollTransport extends AbstractNettyTransport {

    public EpollTransport() {
        super(
                "epoll",
                EnumSet.of(Knob.SEND_BUFFER, Knob.RECEIVE_BUFFER, Knob.NAGLE, Knob.EVENT_LOOPS, Knob.CONGESTION));
    }

    @Override
    public Optional<String> unavailable() {
        return Epoll.isAvailable() ? Optional.empty() : missing(Epoll.unavailabilityCause());
    }

    @Override
    public void check(Knobs asked) {
        if (!asked.congestion().isEmpty()) {
            TcpCongestion.value(asked.congestion());
        }
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                EpollIoHandler::newFactory,
                EpollServerSocketChannel.class,
                EpollSocketChannel.class,
                false,
                new InternetAddresses());
    }
}
