// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.Reads;
import io.microbench.store.ReplicatedBackend;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A backend of libraries that are on the class path only with the suite's own dependencies. */
abstract class LibraryBackend implements ReplicatedBackend {

    private final String name;
    private final int ports;
    private final Set<Durability> durabilities;
    private final List<Library> libraries;

    LibraryBackend(String name, int ports, Set<Durability> durabilities, Library... libraries) {
        this.name = name;
        this.ports = ports;
        this.durabilities = durabilities;
        this.libraries = List.of(libraries);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int ports() {
        return ports;
    }

    @Override
    public final Set<Durability> durabilities() {
        return durabilities;
    }

    @Override
    public Optional<String> unavailable() {
        return libraries.stream()
                .map(Library::missing)
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public boolean consensus() {
        return true;
    }

    @Override
    public Set<Reads> reads() {
        return EnumSet.allOf(Reads.class);
    }

    /**
     * A library.
     *
     * @param artifact its Maven coordinates, without a version
     * @param type one of its classes
     */
    record Library(String artifact, String type) {

        private Optional<String> missing() {
            try {
                Class.forName(type, false, Library.class.getClassLoader());
                return Optional.empty();
            } catch (ClassNotFoundException | LinkageError e) {
                return Optional.of(artifact + " is not on the class path: " + e);
            }
        }
    }
}
