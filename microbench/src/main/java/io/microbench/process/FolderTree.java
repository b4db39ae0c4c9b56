// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes folders with all that is in them. */
public final class FolderTree {

    private FolderTree() {}

    /**
     * Removes a folder; one that is not there is no failure.
     *
     * @throws IOException if something in it cannot be removed; what came before that is gone
     */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException e) {
            // So a stream reports that a file went while it was looked at.
            throw new IOException(folder + " changes while it is removed", e);
        }
    }
}
