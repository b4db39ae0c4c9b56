// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.Durability;
import io.microbench.store.Reads;
import io.microbench.store.ReplicatedBackend;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A backend of libraries that are on the class path only with the suite's own dependencies. */
abstract class LibraryBackend implements ReplicatedBackend {

    private final String name;
    private final int ports;
    private final Set<Durability> durabilities;
    private final boolean consensus;
    private final Set<Reads> reads;
    private final List<RequiredLibrary> libraries;

    LibraryBackend(
            String name,
            int ports,
            Set<Durability> durabilities,
            boolean consensus,
            Set<Reads> reads,
            RequiredLibrary... libraries) {
        this.name = name;
        this.ports = ports;
        this.durabilities = durabilities;
        this.consensus = consensus;
        this.reads = reads;
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
                .map(RequiredLibrary::missing)
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public final boolean consensus() {
        return consensus;
    }

    @Override
    public final Set<Reads> reads() {
        return reads;
    }

    /**
     * A library that a backend needs.
     *
     * @param artifact its Maven coordinates, without a version
     * @param type one of its classes
     */
    record RequiredLibrary(String artifact, String type) {

        private Optional<String> missing() {
            try {
                Class.forName(type, false, RequiredLibrary.class.getClassLoader());
                return Optional.empty();
            } catch (ClassNotFoundException | LinkageError e) {
                return Optional.of(artifact + " is not on the class path: " + e);
            }
        }
    }
}
