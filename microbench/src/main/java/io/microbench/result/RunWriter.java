// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a run record to a file that is always whole: the old one or the new one, whenever the writer is killed. */
public final class RunWriter {

    private RunWriter() {}

    /** Returns the file that becomes the record in the folder of a run when it is whole; a host that is killed leaves it behind. */
    public static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + ".tmp");
    }

    /**
     * Writes the record and replaces an earlier one. Other processes may write to the same file at the same time.
     *
     * @throws IOException if it cannot be written; an earlier file is left as it was
     */
    public static void write(Path file, RunRecord record) throws IOException {
        WholeFile.writeBytes(file, stream -> RecordJson.write(record, stream));
    }

    /** Writes the record of a run that only this process writes, by way of {@link #draft}, which those know who clean up after it. */
    static void writeByDraft(Path file, RunRecord record) throws IOException {
        WholeFile.writeBy(draft(file), file, stream -> RecordJson.write(record, stream));
    }
}
