// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * A transport of messages to another process, or within this one. Implementations are found as a service: a public
 * class with a public constructor without parameters, named in
 * {@code META-INF/services/io.microbench.transport.Transport}.
 */
public interface Transport {

    /** Returns the name in parameters and tables, in lower case. */
    String name();

    /** Returns why the transport cannot be used on this machine, as a clause; empty if it can. */
    Optional<String> unavailable();

    /** Returns how its bytes are transferred. */
    Wire wire();

    /** Returns whether the other end can be another process; otherwise it is in this one. */
    default boolean reachesProcesses() {
        return wire() != Wire.MEMORY;
    }

    default Set<Knob> knobs() {
        return Set.of();
    }

    /**
     * Checks values of this transport's settings, before anything is opened.
     *
     * @throws TransportException naming the value, and what is expected
     */
    default void check(Knobs asked) {}

    /** Creates a key with a certificate for one run; empty if the transport does not encrypt. */
    default Optional<Identity> newIdentity() {
        return Optional.empty();
    }

    /**
     * Opens an endpoint, which can listen and connect.
     *
     * @throws TransportException if the transport is not available, or does not support the options
     */
    Endpoint open(Options options) throws IOException;
}
