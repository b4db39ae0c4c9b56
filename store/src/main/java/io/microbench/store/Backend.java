// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Optional;
import java.util.Set;

/**
 * A key-value store that can be measured: a {@link LocalBackend} or a {@link ReplicatedBackend}. The two kinds never
 * appear in the same table.
 *
 * <p>Backends are found by {@link java.util.ServiceLoader}. An implementation is a public class with a public
 * constructor without parameters, listed in {@code META-INF/services/io.microbench.store.Backend}. The constructor must
 * be cheap; expensive work is done when a store is opened or started.
 */
public sealed interface Backend permits LocalBackend, ReplicatedBackend {

    /** Returns the name used in parameters and reports: lower-case letters and digits. */
    String name();

    /** Returns the supported durabilities; others are not measured. */
    Set<Durability> durabilities();

    /** Returns why the backend cannot be used here, such as a missing native library; empty if it can be used. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }
}
