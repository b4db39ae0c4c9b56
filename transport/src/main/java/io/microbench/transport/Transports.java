// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the transports on the class path. */
public final class Transports {

    private Transports() {}

    /** Returns all transports, sorted by name, including those that cannot be used here. */
    public static List<Transport> all() {
        return ServiceLoader.load(Transport.class, Transports.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(Transport::name))
                .toList();
    }

    /**
     * Returns the transport with a name.
     *
     * @throws TransportException if there is none
     */
    public static Transport named(String name) {
        return all().stream()
                .filter(transport -> transport.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TransportException("There is no transport \"" + name + "\": there are "
                        + all().stream().map(Transport::name).collect(Collectors.joining(", "))));
    }

    /**
     * Returns the transport with a name, if it can be used on this machine.
     *
     * @throws TransportException if there is none, or it cannot be used; with the reason
     */
    public static Transport usable(String name) {
        Transport found = named(name);
        found.unavailable().ifPresent(reason -> {
            throw new TransportException(
                    "The transport " + name + " cannot be used here: " + reason + ". Choose another one");
        });
        return found;
    }
}
