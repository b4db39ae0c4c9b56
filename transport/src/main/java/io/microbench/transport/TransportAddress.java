// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Formats and parses addresses of this machine: {@code 127.0.0.1:4711}. */
public final class TransportAddress {

    private TransportAddress() {}

    public static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    public static InetSocketAddress parse(String text) throws IOException {
        int colon = text.lastIndexOf(':');
        try {
            return new InetSocketAddress(
                    InetAddress.getByName(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        } catch (RuntimeException e) {
            throw new IOException(
                    "\"" + text + "\" is not an address: expected host and port, such as 127.0.0.1:4711", e);
        }
    }
}
