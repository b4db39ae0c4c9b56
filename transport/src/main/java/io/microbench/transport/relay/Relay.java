// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport.relay;

import io.microbench.transport.TransportException;
import io.microbench.transport.Wire;
import java.io.IOException;

/** Stands between those that connect and one address, until it is closed. Its threads are in this JVM. */
public interface Relay extends AutoCloseable {

    /**
     * Opens a relay on this machine.
     *
     * @param target the address that it connects to
     * @throws IOException if it cannot listen
     * @throws TransportException if nothing can stand between the ends of such a transport
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

    /** Returns what has passed so far. */
    RelayCounters counters();

    /**
     * Lets everything pass at once, and counts nothing, until a time has come.
     *
     * @param nanoTime as {@link System#nanoTime} shows it
     */
    void beginAt(long nanoTime);

    /** Closes what is open, and ends all threads; what still waited is lost. */
    @Override
    void close();
}
