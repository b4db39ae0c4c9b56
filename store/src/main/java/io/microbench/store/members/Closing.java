// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Closes several resources, even if one of them fails. */
final class Closing {

    private Closing() {}

    /**
     * Closes all resources.
     *
     * @throws IOException the first failure, after all were closed, with the others as suppressed exceptions
     */
    static void all(List<? extends AutoCloseable> closeables) throws IOException {
        Optional<IOException> first = Optional.empty();
        for (AutoCloseable each : closeables) {
            try {
                each.close();
            } catch (Exception e) {
                IOException failure = e instanceof IOException io ? io : new IOException(e);
                first.ifPresent(earlier -> earlier.addSuppressed(failure));
                first = first.isPresent() ? first : Optional.of(failure);
            }
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }
}
