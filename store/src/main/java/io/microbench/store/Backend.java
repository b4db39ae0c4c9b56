/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of key-value store that can be measured.
 *
 * <p>Found by {@link java.util.ServiceLoader}: a public class with a public constructor without parameters, named in a file
 * {@code META-INF/services/io.microbench.store.Backend}. Making one has to be cheap; what is expensive belongs in {@link #open}.
 */
public interface Backend {

    /** Returns the name in parameters and reports: lower-case letters and digits. */
    String name();

    /** Returns what the backend can promise; anything else is not measured. */
    Set<Durability> durabilities();

    /** Returns whether several nodes hold the same contents; such backends are never in one table with local ones. */
    boolean replicated();

    /** Returns why the backend cannot be used on this machine, such as a native library that does not load; empty if it can. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /**
     * Opens the store in a folder, with what an earlier one with the same durability left there.
     *
     * @param folder exists, and belongs to the store
     * @param durability one of {@link #durabilities()}
     * @throws IOException if the folder cannot be written, or what is in it cannot be read
     */
    Store open(Path folder, Durability durability) throws IOException;
}
