// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.EnumSet;
import java.util.Optional;

/** TCP sockets with Linux's io_uring. */
public final class UringTransport extends AbstractNettyTransport {

    public UringTransport() {
        super("io_uring", EnumSet.of(Knob.SEND_BUFFER, Knob.RECEIVE_BUFFER, Knob.NAGLE, Knob.EVENT_LOOPS));
    }

    @Override
    public Optional<String> unavailable() {
        return IoUring.isAvailable() ? Optional.empty() : missing(IoUring.unavailabilityCause());
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                IoUringIoHandler::newFactory,
                IoUringServerSocketChannel.class,
                IoUringSocketChannel.class,
                false,
                new InternetAddresses());
    }
}
