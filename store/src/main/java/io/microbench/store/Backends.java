/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The backends on a class path. One that cannot be used is left out with its reason, and the others stay. */
public final class Backends {

    private final List<Backend> found;

    private Backends(List<Backend> found) {
        this.found = List.copyOf(found);
    }

    /**
     * Finds the backends that a class loader sees.
     *
     * @param warnings takes a line for each provider that could not be made
     */
    public static Backends of(ClassLoader loader, Consumer<String> warnings) {
        List<Backend> found = new ArrayList<>();
        ServiceLoader.load(Backend.class, loader).stream().forEach(provider -> {
            try {
                found.add(provider.get());
            } catch (ServiceConfigurationError | LinkageError e) {
                warnings.accept("The store backend " + provider.type().getName() + " is left out: " + e);
            }
        });
        found.sort(Comparator.comparing(Backend::name));
        return new Backends(found);
    }

    /** Returns all of them, by name. */
    public List<Backend> all() {
        return found;
    }

    /**
     * Returns those to measure with a durability on this machine.
     *
     * @param replicated whether to return the replicated ones, or the local ones
     * @param warnings takes a line for each that has the durability, but cannot be used here
     */
    public List<Backend> usable(boolean replicated, Durability durability, Consumer<String> warnings) {
        return found.stream()
                .filter(each -> each.replicated() == replicated)
                .filter(each -> each.durabilities().contains(durability))
                .filter(each -> {
                    each.unavailable()
                            .ifPresent(reason ->
                                    warnings.accept("The store backend " + each.name() + " is left out: " + reason));
                    return each.unavailable().isEmpty();
                })
                .toList();
    }

    /**
     * Returns the backend of a name, if it has a durability and can be used on this machine.
     *
     * @throws IllegalArgumentException if there is none, it does not have the durability, or it cannot be used
     */
    public Backend named(String name, Durability durability) {
        Backend backend = found.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "backend = \"" + name + "\": on the class path are " + names(found)));
        if (!backend.durabilities().contains(durability)) {
            List<Backend> others = found.stream()
                    .filter(each -> each.durabilities().contains(durability))
                    .toList();
            throw new IllegalArgumentException("backend = \"" + name + "\": it has no durability \"" + durability.word()
                    + "\"; those that have it are " + names(others));
        }
        backend.unavailable().ifPresent(reason -> {
            throw new IllegalArgumentException(
                    "backend = \"" + name + "\": it cannot be used on this machine: " + reason);
        });
        return backend;
    }

    private static String names(List<Backend> backends) {
        return backends.isEmpty()
                ? "none"
                : backends.stream().map(Backend::name).collect(Collectors.joining(", "));
    }
}
