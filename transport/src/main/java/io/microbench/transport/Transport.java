// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * A way in which messages reach another process, or another part of this one. Implementations are found as a service: a public class
 * with a public constructor without parameters, named in {@code META-INF/services/io.microbench.transport.Transport}.
 */
public interface Transport {

    /** Returns the name that parameters and tables have, in lower case. */
    String name();

    /** Returns why the transport cannot be used on this machine, as a clause; empty if it can. Another one is never used instead. */
    Optional<String> unavailable();

    /** Returns what carries its bytes. */
    Wire wire();

    /** Returns whether the other end can be another process; otherwise it is in this one. */
    default boolean reachesProcesses() {
        return wire() != Wire.MEMORY;
    }

    /** Returns what can be changed about it. */
    default Set<Knob> knobs() {
        return Set.of();
    }

    /**
     * Checks values of knobs that this transport has, before anything is opened.
     *
     * @throws TransportException naming the value, and what is accepted
     */
    default void check(Knobs asked) {}

    /** Makes a key with a certificate for one run, where the transport encrypts; empty where it does not. */
    default Optional<Identity> newIdentity() {
        return Optional.empty();
    }

    /**
     * Opens an endpoint, which can listen and connect.
     *
     * @throws IOException if it cannot be opened
     * @throws TransportException if the transport is not available, or does not have what the options ask for
     */
    Endpoint open(Options options) throws IOException;
}
