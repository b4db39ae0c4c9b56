/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a run record to a file that is always whole: the old one or the new one, whenever the writer is killed. */
public final class RunWriter {

    private RunWriter() {}

    /** Returns the file that becomes the given one when it is whole; a writer that is killed leaves it behind. */
    public static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    /**
     * Writes the record, over an earlier one if there is one.
     *
     * @throws IOException if it cannot be written; an earlier file is left as it was
     */
    public static void write(Path file, RunRecord record) throws IOException {
        Path draft = draft(file);
        try (FileOutputStream stream = new FileOutputStream(draft.toFile())) {
            RecordJson.write(record, stream);
            // On the disk before it takes the place of an earlier one.
            stream.getFD().sync();
        }
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
