// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

/** How the bytes of a transport are transferred between its two ends. */
public enum Wire {
    /** TCP connections between addresses of {@link TransportAddress}. */
    TCP,
    /** UDP datagrams between addresses of {@link TransportAddress}. */
    UDP,
    /** Unix domain sockets between paths of files. */
    UNIX,
    /** The memory of one JVM. */
    MEMORY
}
