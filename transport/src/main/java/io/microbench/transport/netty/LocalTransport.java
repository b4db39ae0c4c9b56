// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.microbench.transport.Wire;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import java.util.EnumSet;

/** Netty's channels within this JVM: what messages cost before any of them reaches an operating system. */
public final class LocalTransport extends AbstractNettyTransport {

    /** For the service loader. */
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
}
