// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Deletes folders with their content. */
public final class FolderTree {

    private FolderTree() {}

    /**
     * Deletes a folder with its content; does nothing if it does not exist.
     *
     * @throws IOException if something in it cannot be deleted; files before that are deleted
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
            // This is how a stream reports a file that was deleted in the meantime.
            throw new IOException(folder + " changes while it is removed", e);
        }
    }
}
