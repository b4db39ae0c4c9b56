// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The backends on a class path. Unusable backends are ignored with a warning. */
public final class Backends {

    private final List<Backend> found;

    private Backends(List<Backend> found) {
        this.found = List.copyOf(found);
    }

    /**
     * Finds the backends that are visible to a class loader.
     *
     * @param warnings receives a line for each provider that could not be instantiated
     */
    public static Backends of(ClassLoader loader, Consumer<String> warnings) {
        List<Backend> found = new ArrayList<>();
        ServiceLoader.load(Backend.class, loader).stream().forEach(provider -> {
            try {
                found.add(provider.get());
            } catch (ServiceConfigurationError | LinkageError e) {
                warnings.accept("The store backend " + provider.type().getName() + " is ignored: " + e);
            }
        });
        found.sort(Comparator.comparing(Backend::name));
        return new Backends(found);
    }

    /** Returns all backends, sorted by name. */
    public List<Backend> all() {
        return found;
    }

    /**
     * Returns the backends that support the given durability and can be used on this machine.
     *
     * @param kind {@link LocalBackend} or {@link ReplicatedBackend}
     * @param warnings receives a line for each backend that supports the durability but cannot be used on this machine
     */
    public <B extends Backend> List<B> usable(Class<B> kind, Durability durability, Consumer<String> warnings) {
        return having(kind, durability).stream()
                .filter(each -> {
                    each.unavailable()
                            .ifPresent(reason ->
                                    warnings.accept("The store backend " + each.name() + " is ignored: " + reason));
                    return each.unavailable().isEmpty();
                })
                .toList();
    }

    /**
     * Returns the backends that support the given durability, including those that cannot be used on this machine.
     *
     * @param kind {@link LocalBackend} or {@link ReplicatedBackend}
     */
    public <B extends Backend> List<B> having(Class<B> kind, Durability durability) {
        return of(kind).stream()
                .filter(each -> each.durabilities().contains(durability))
                .toList();
    }

    /**
     * Returns the backend with the given name.
     *
     * @param kind {@link LocalBackend} or {@link ReplicatedBackend}
     * @throws IllegalArgumentException if it is missing, lacks the durability or cannot be used here
     */
    public <B extends Backend> B named(Class<B> kind, String name, Durability durability) {
        List<B> known = of(kind);
        B backend = known.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("backend = \"" + name + "\": expected one of " + names(known)));
        if (!backend.durabilities().contains(durability)) {
            List<B> others = having(kind, durability);
            throw new IllegalArgumentException("backend = \"" + name + "\": durability \"" + durability.word()
                    + "\" is not supported. Use one of " + names(others));
        }
        backend.unavailable().ifPresent(reason -> {
            throw new IllegalArgumentException(
                    "backend = \"" + name + "\": it cannot be used on this machine: " + reason);
        });
        return backend;
    }

    private <B extends Backend> List<B> of(Class<B> kind) {
        return found.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static String names(List<? extends Backend> backends) {
        return backends.isEmpty()
                ? "none"
                : backends.stream().map(Backend::name).collect(Collectors.joining(", "));
    }
}
