/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import io.microbench.judge.Comparison;
import io.microbench.result.RecordJson;
import io.microbench.result.UnreadableRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/** Reads what an interleaved comparison came to back from its folder. */
public final class ComparisonReader {

    /** The largest record that is read, 64 MiB: more than 50,000 cases. A larger one is not one of ours. */
    private static final long MAX_BYTES = 64 << 20;

    private ComparisonReader() {}

    /** Returns whether the folder is that of an interleaved comparison. */
    public static boolean isComparison(Path folder) {
        return Files.isRegularFile(folder.resolve(ComparisonFolder.RECORD));
    }

    /** Returns the folder of the new side's run. */
    public static Path newRun(Path folder) {
        return folder.resolve(Side.NEW.label());
    }

    /**
     * Reads the comparison in a folder.
     *
     * @throws UnreadableRunException if there is none, it has not come to its end, it is damaged, or a newer version wrote it
     */
    public static Comparison read(Path folder) {
        Path file = folder.resolve(ComparisonFolder.RECORD);
        ComparisonRecord record = record(file);
        if (record.schemaVersion() > ComparisonRecord.SCHEMA_VERSION) {
            throw new UnreadableRunException(file + ": schema version " + record.schemaVersion()
                    + " was written by a newer Microbench; this one reads up to " + ComparisonRecord.SCHEMA_VERSION);
        }
        return record.comparison()
                .orElseThrow(() -> new UnreadableRunException(
                        file + ": the comparison did not come to its end. Its two runs can" + " be read: "
                                + folder.resolve(Side.OLD.label()) + ", " + folder.resolve(Side.NEW.label())));
    }

    private static ComparisonRecord record(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new UnreadableRunException(file + ": " + size + " bytes; a comparison has at most " + MAX_BYTES);
            }
            String text = Files.readString(file);
            if (text.isBlank()) {
                throw new UnreadableRunException(file + ": is empty");
            }
            return RecordJson.read(text, ComparisonRecord.class)
                    .orElseThrow(() -> new UnreadableRunException(file + ": not a comparison (null)"));
        } catch (IOException e) {
            throw new UnreadableRunException(file + ": cannot be read (" + e + ")");
        } catch (JacksonException e) {
            throw new UnreadableRunException(
                    file + RecordJson.place(e) + ": not a comparison (" + RecordJson.reason(e) + ")");
        }
    }
}
