// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/**
 * What can be changed about a transport; {@link Transport#knobs} says which of it one has.
 *
 * @param sendBuffer bytes of the socket's buffer, 0 for what the operating system gives
 * @param receiveBuffer bytes of the socket's buffer, 0 for what the operating system gives
 * @param nagle whether small packets wait for others (RFC 896); without, {@code TCP_NODELAY} is set
 * @param eventLoops threads of an endpoint that have event loops, at least 1
 * @param mtu bytes of the longest UDP payload, 0 for the library's own
 * @param cipher the cipher suite of TLS 1.3, empty for what both sides agree on
 * @param congestion the algorithm that controls congestion, empty for what is there
 */
public record Knobs(
        int sendBuffer, int receiveBuffer, boolean nagle, int eventLoops, int mtu, String cipher, String congestion) {

    /** What the operating system gives, without Nagle's algorithm, one event loop. */
    public static final Knobs DEFAULT = new Knobs(0, 0, false, 1, 0, "", "");
}
