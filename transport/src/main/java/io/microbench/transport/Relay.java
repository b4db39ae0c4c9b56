// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;

/** A relay between connecting clients and one address, until it is closed. Its threads run in this JVM. */
public interface Relay extends AutoCloseable {

    /**
     * Opens a relay on this machine.
     *
     * @param target the address that it connects to
     * @throws TransportException if the transport cannot have a relay
     */
    static Relay open(Wire wire, String target, Link link) throws IOException {
        return switch (wire) {
            case TCP, UNIX -> StreamRelay.open(wire, target, link);
            case UDP -> DatagramRelay.open(target, link);
            case MEMORY ->
                throw new TransportException("No relay can stand between two ends within one JVM:"
                        + " leave out --delay, --jitter and --loss, or choose another transport");
        };
    }

    /** Returns the address to connect to instead of the target's. */
    String address();

    RelayCounters counters();

    /**
     * Lets everything pass immediately, without counting, until a time.
     *
     * @param nanoTime the time, by {@link System#nanoTime}
     */
    void beginAt(long nanoTime);

    /** Closes all sockets and ends all threads; queued data is lost. */
    @Override
    void close();
}
