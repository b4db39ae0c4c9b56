// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lays the journal of a run that has not ended over its record, line by line. */
final class JournalReader {

    private JournalReader() {}

    /**
     * Returns the run with the entries of its journal; empty if there is no journal.
     *
     * @throws UnreadableRunException if a whole line of it is damaged; the message names file and line
     */
    static Optional<RunRecord> read(RunRecord planned, Path journal, long maxBytes) {
        try {
            long size = Files.size(journal);
            if (size > maxBytes) {
                throw new UnreadableRunException(journal + ": " + size + " bytes; a run has at most " + maxBytes);
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(journal), 1 << 16)) {
                return Optional.of(planned.withCases(lay(planned, in, journal)));
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UnreadableRunException(journal + ": cannot be read (" + e + ")");
        }
    }

    /**
     * Only lines with their line end are whole: the writer may have been killed in the middle of the last one, even in the middle of
     * a character.
     */
    private static List<CaseResult> lay(RunRecord planned, InputStream in, Path journal) throws IOException {
        CaseTable cases = new CaseTable(planned.cases());
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int number = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != '\n') {
                line.write(next);
                continue;
            }
            number++;
            cases.add(entry(line.toByteArray(), journal + " line " + number));
            line.reset();
        }
        return cases.all();
    }

    private static JournalEntry entry(byte[] line, String place) {
        try {
            return RecordJson.read(line, JournalEntry.class)
                    .orElseThrow(() -> new UnreadableRunException(place + ": is empty"));
        } catch (MalformedJsonException e) {
            throw RunReader.notARecord(place, e);
        }
    }
}
