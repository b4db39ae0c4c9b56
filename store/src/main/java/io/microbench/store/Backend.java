// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Optional;
import java.util.Set;

/**
 * A kind of key-value store to measure: a {@link LocalBackend} or a {@link ReplicatedBackend}, which are never in the
 * same table.
 *
 * <p>Found by {@link java.util.ServiceLoader}: a public class with a public constructor without parameters, named in a
 * file {@code META-INF/services/io.microbench.store.Backend}. The constructor has to be cheap; expensive steps belong
 * to opening or starting a store.
 */
public sealed interface Backend permits LocalBackend, ReplicatedBackend {

    /** Returns the name in parameters and reports: lower-case letters and digits. */
    String name();

    /** Returns the durabilities that the backend supports; others are not measured. */
    Set<Durability> durabilities();

    /** Returns why the backend cannot be used on this machine, such as a native library that does not load; empty if it can. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }
}
