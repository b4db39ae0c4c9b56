/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files that appear whole or not at all. */
final class TextFile {

    private TextFile() {}

    /** Writes the text in UTF-8; a file of that name is replaced. */
    static void write(Path file, String text) throws IOException {
        Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), ".microbench-", ".tmp");
        try {
            Files.writeString(temporary, text);
            // A temporary file is private; a report is for everyone who may read its folder.
            temporary.toFile().setReadable(true, false);
            try {
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
