// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.netty;

import io.microbench.transport.TransportAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Addresses that are hosts and ports; listens on the loopback interface only. */
final class InternetAddresses implements ChannelKind.Addresses {

    @Override
    public SocketAddress any() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    @Override
    public String text(SocketAddress address) {
        return TransportAddress.text((InetSocketAddress) address);
    }

    @Override
    public SocketAddress parse(String text) throws IOException {
        return TransportAddress.parse(text);
    }
}
