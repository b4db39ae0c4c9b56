// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.microbench.transport.Wire;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import java.net.SocketAddress;
import java.util.EnumSet;
import java.util.UUID;

/** Netty's channels within this JVM: shows the cost of messages without the operating system. */
public final class LocalTransport extends AbstractNettyTransport {

    public LocalTransport() {
        super("local", EnumSet.of(Knob.EVENT_LOOPS));
    }

    @Override
    public Wire wire() {
        return Wire.MEMORY;
    }

    @Override
    ChannelKind kind() {
        return new ChannelKind(
                LocalIoHandler::newFactory, LocalServerChannel.class, LocalChannel.class, false, new LocalAddresses());
    }

    /** Addresses that are names within this JVM. */
    private static final class LocalAddresses implements ChannelKind.Addresses {
        @Override
        public SocketAddress any() {
            // Not of a class, whose name would be shown to users.
            return new LocalAddress("localaddresses/" + UUID.randomUUID());
        }

        @Override
        public String text(SocketAddress address) {
            return ((LocalAddress) address).id();
        }

        @Override
        public SocketAddress parse(String text) {
            return new LocalAddress(text);
        }
    }
}
