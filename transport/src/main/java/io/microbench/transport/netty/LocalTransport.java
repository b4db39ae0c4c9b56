// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.Knob;
import io.microbench.transport.Wire;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import java.util.EnumSet;

/** Netty's channels within this JVM: shows the cost of messages without the operating system. */
public final class LocalTransport extends AbstractNettyTransport {

    /** Creates the transport; called by the service loader. */
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
