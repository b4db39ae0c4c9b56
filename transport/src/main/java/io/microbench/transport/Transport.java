// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.transport.Endpoint.TransportAddress;
import io.microbench.transport.Options.Identity;
import io.microbench.transport.TransportSettings.TransportSetting;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A transport of messages to another process or within this process. Implementations are found as services: a public
 * class with a public constructor without parameters, listed in {@code
 * META-INF/services/io.microbench.transport.Transport}.
 */
public interface Transport {

    /** Returns the name used in parameters and tables, in lower case. */
    String name();

    /** Returns why the transport cannot be used on this machine, as a clause; empty if it can be used. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /** Returns how its bytes are transferred. */
    Wire wire();

    /** Returns whether the other side can be another process; otherwise it is in this process. */
    default boolean reachesProcesses() {
        return wire() != Wire.MEMORY;
    }

    default Set<TransportSetting> knobs() {
        return Set.of();
    }

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

    /** Returns all transports, sorted by name, including those that cannot be used here. */
    static List<Transport> all() {
        return ServiceLoader.load(Transport.class, Transport.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Transport::name))
                .toList();
    }

    /**
     * Returns the transport with the given name.
     *
     * @throws TransportException if there is none
     */
    static Transport named(String name) {
        return all().stream()
                .filter(transport -> transport.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TransportException("There is no transport \"" + name + "\"; expected one of "
                        + all().stream().map(Transport::name).collect(Collectors.joining(", "))));
    }

    /**
     * Returns the transport with the given name, if it can be used on this machine.
     *
     * @throws TransportException if no transport has this name, or it cannot be used; the message contains the reason
     */
    static Transport usable(String name) {
        Transport found = named(name);
        found.unavailable().ifPresent(reason -> {
            throw new TransportException(
                    "The transport " + name + " cannot be used here: " + reason + ". Choose another one");
        });
        return found;
    }

    /** How the bytes of a transport are transferred between its two ends. */
    enum Wire {
        /** TCP connections between addresses of {@link TransportAddress}. */
        TCP,
        /** UDP datagrams between addresses of {@link TransportAddress}. */
        UDP,
        /** Unix domain sockets between paths of files. */
        UNIX,
        /** The memory of one JVM. */
        MEMORY
    }
}
