// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats addresses: {@code host:port}, {@code 10.0.0.7:7800}, {@code [::1]:7800}. */
final class HostPort {

    private static final Pattern TEXT = Pattern.compile("(?:\\[([^]]+)]|([^:\\[\\]]+)):(\\d{1,5})");

    private HostPort() {}

    /**
     * Parses an address and looks up the host name.
     *
     * @throws ClusterException if the text is not an address
     */
    static InetSocketAddress parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (parts.matches()) {
            int port = Integer.parseInt(parts.group(3));
            String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
            if (port >= 1 && port <= 65_535) {
                return new InetSocketAddress(host, port);
            }
        }
        throw new ClusterException("Address of a node \"" + text
                + "\": use host:port, such as 127.0.0.1:7800, with a port from 1 to 65535");
    }

    /**
     * Looks up a host.
     *
     * @throws ClusterException if the host is unknown
     */
    static InetAddress host(String name) {
        try {
            return InetAddress.getByName(name);
        } catch (UnknownHostException e) {
            throw new ClusterException("Unknown host \"" + name + "\" to bind to. Use an address of this machine.", e);
        }
    }

    static String text(InetSocketAddress address) {
        String host = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
