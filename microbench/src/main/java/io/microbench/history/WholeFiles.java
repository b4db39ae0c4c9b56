/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/** Writes new files that appear whole or not at all, whoever else reads or writes beside. */
final class WholeFiles {

    private static final AtomicLong DRAFTS = new AtomicLong();

    private WholeFiles() {}

    /**
     * Writes a file that must not be there yet; makes the folder if need be.
     *
     * @throws FileAlreadyExistsException if it is there; it stays as it was
     */
    static void create(Path folder, String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Path draft = draft(folder, content);
        try {
            // A link fails where the name is taken; an atomic move would replace it.
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            // No links here (FAT, some network shares): a plain move also fails where the name is taken.
            Files.move(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static Path draft(Path folder, byte[] content) throws IOException {
        Files.createDirectories(folder);
        // Hidden, so that no reader takes it for an entry. Not createTempFile, whose files only their owner may read.
        Path draft = folder.resolve(
                ".draft-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + DRAFTS.incrementAndGet());
        Files.write(draft, content, StandardOpenOption.CREATE_NEW);
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        return draft;
    }
}
