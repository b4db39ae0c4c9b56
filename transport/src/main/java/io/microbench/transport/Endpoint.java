// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Connection.Receiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** One end of a transport, with its threads. Closing it ends all connections and threads. */
public interface Endpoint extends AutoCloseable {

    /**
     * Listens for connections from this machine only, and answers each message with the same message.
     *
     * @return the address for {@link #connect}
     */
    String listen() throws IOException;

    /**
     * Connects within the deadline of the options.
     *
     * @param address the result of {@link #listen} on the other side
     * @param receiver receives the frames, in a thread of the endpoint
     * @throws IOException if the connection fails; all its resources have been released
     */
    Connection connect(String address, Receiver receiver) throws IOException;

    /** Closes all connections and ends all threads. */
    @Override
    void close();

    /** Formats and parses addresses of this machine: {@code 127.0.0.1:4711}. */
    final class TransportAddress {

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
}
