/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/** Reads runs back from their folders, also of a run that was killed or is still going on. */
public final class RunReader {

    /** The largest record that is read, 1 GiB; a larger file is not one of ours. */
    static final long MAX_BYTES = 1L << 30;

    private RunReader() {}

    /**
     * Reads the run in a folder.
     *
     * @param folder a run's folder, or the {@value RunFolder#RECORD} in it
     * @throws UnreadableRunException if there is no run, or it is damaged, or a newer version wrote it; the message names file
     *     and place
     */
    public static RunRecord read(Path folder) {
        Path file = Files.isDirectory(folder) ? folder.resolve(RunFolder.RECORD) : folder;
        RunRecord record = parse(text(file), RunRecord.class, file.toString());
        if (record.schemaVersion() > RunRecord.SCHEMA_VERSION) {
            throw new UnreadableRunException(file + ": schema version " + record.schemaVersion()
                    + " was written by a newer Microbench; this one reads up to " + RunRecord.SCHEMA_VERSION);
        }
        Path journal = file.resolveSibling(RunFolder.JOURNAL);
        return Files.exists(journal) && record.end().isEmpty() ? replay(record, journal) : record;
    }

    private static RunRecord replay(RunRecord record, Path journal) {
        String text = text(journal);
        List<CaseResult> cases = new ArrayList<>(record.cases());
        int number = 0;
        int from = 0;
        // Only lines with their line end are whole: the writer may have been killed in the middle of the last one.
        for (int end = text.indexOf('\n'); end >= 0; from = end + 1, end = text.indexOf('\n', from)) {
            number++;
            cases.replaceAll(
                    parse(text.substring(from, end), JournalEntry.class, journal + " line " + number)::applyTo);
        }
        return record.withCases(cases);
    }

    private static String text(Path file) {
        try {
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new UnreadableRunException(file + ": " + size + " bytes; a run has at most " + MAX_BYTES);
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new UnreadableRunException(file + ": cannot be read (" + e + ")");
        }
    }

    private static <T> T parse(String text, Class<T> type, String place) {
        if (text.isBlank()) {
            throw new UnreadableRunException(place + ": is empty");
        }
        try {
            return RecordJson.read(text, type);
        } catch (JacksonException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " line " + e.getLocation().getLineNr() + " column "
                            + e.getLocation().getColumnNr();
            throw new UnreadableRunException(place + where + ": not a run record (" + e.getOriginalMessage() + ")");
        }
    }
}
