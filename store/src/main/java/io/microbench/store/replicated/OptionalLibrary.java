// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import java.util.List;
import java.util.Optional;

/**
 * A library that is on the class path only with the suite's own dependencies.
 *
 * @param artifact its Maven coordinates, without a version
 * @param type one of its classes
 */
record OptionalLibrary(String artifact, String type) {

    /** Returns why not all of the libraries can be used; empty if they can. */
    static Optional<String> firstMissing(List<OptionalLibrary> libraries) {
        return libraries.stream()
                .map(OptionalLibrary::missing)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> missing() {
        try {
            Class.forName(type, false, OptionalLibrary.class.getClassLoader());
            return Optional.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.of(artifact + " is not on the class path: " + e);
        }
    }
}
