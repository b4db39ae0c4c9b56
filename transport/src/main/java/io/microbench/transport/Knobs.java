// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/**
 * Settings of transports; {@link Transport#knobs} returns which of them a transport has.
 *
 * @param sendBuffer bytes of the socket's buffer, 0 for the default of the operating system
 * @param receiveBuffer bytes of the socket's buffer, 0 for the default of the operating system
 * @param nagle whether small packets wait for others (RFC 896); otherwise {@code TCP_NODELAY} is set
 * @param eventLoops event loop threads of an endpoint, at least 1
 * @param mtu bytes of the longest UDP payload, 0 for the library's default
 * @param cipher the cipher suite of TLS 1.3; if empty, both sides negotiate
 * @param congestion the congestion control algorithm; empty for the default
 */
public record Knobs(
        int sendBuffer, int receiveBuffer, boolean nagle, int eventLoops, int mtu, String cipher, String congestion) {

    /** The defaults of the operating system, without Nagle's algorithm, with one event loop. */
    public static final Knobs DEFAULT = new Knobs(0, 0, false, 1, 0, "", "");
}
