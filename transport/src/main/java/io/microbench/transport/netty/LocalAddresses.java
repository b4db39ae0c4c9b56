// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.netty.channel.local.LocalAddress;
import java.net.SocketAddress;

/** Addresses that are names within this JVM. */
final class LocalAddresses implements ChannelKind.Addresses {

    @Override
    public SocketAddress any() {
        return new LocalAddress(LocalAddresses.class);
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
