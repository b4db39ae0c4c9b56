/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/** Reads runs back from their folders, also of a run that was killed or is still going on. */
public final class RunReader {

    /** The largest record that is read, 1 GiB; a larger file is not one of ours. */
    static final long MAX_BYTES = 1L << 30;

    private final long maxBytes;

    RunReader(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Reads the run in a folder.
     *
     * @param folder a run's folder, or the {@value RunFolder#RECORD} in it
     * @throws UnreadableRunException if there is no run, or it is damaged, or a newer version wrote it; the message names file
     *     and place
     */
    public static RunRecord read(Path folder) {
        return new RunReader(MAX_BYTES).run(folder);
    }

    /**
     * Reads a run that is to be judged, drawn or kept: nothing in it may contradict the rest.
     *
     * @param folder a run's folder, or the {@value RunFolder#RECORD} in it
     * @throws UnreadableRunException as by {@link #read}; also if a case comes twice, a unit does not go with its mode, or a
     *     measured score is no number
     */
    public static RunRecord readSound(Path folder) {
        RunRecord run = read(folder);
        SoundRun.problem(run).ifPresent(what -> {
            throw new UnreadableRunException(file(folder) + ": " + what);
        });
        return run;
    }

    private static Path file(Path folder) {
        return Files.isDirectory(folder) ? folder.resolve(RunFolder.RECORD) : folder;
    }

    RunRecord run(Path folder) {
        Path file = file(folder);
        RunRecord known = record(file);
        if (known.end().isPresent()) {
            return known;
        }
        Path journal = file.resolveSibling(RunFolder.JOURNAL);
        Optional<byte[]> lines = bytes(journal);
        // Without a journal nothing has ended yet, or everything has since the record was read.
        return lines.isPresent() ? replay(known, lines.get(), journal) : record(file);
    }

    private RunRecord record(Path file) {
        byte[] bytes = bytes(file).orElseThrow(() -> new UnreadableRunException(file + ": there is no such file"));
        String text = new String(bytes, StandardCharsets.UTF_8);
        RunRecord record;
        try {
            record = parse(text, RunRecord.class, file.toString());
        } catch (UnreadableRunException e) {
            requireKnownSchema(schemaVersion(text), file);
            throw e;
        }
        requireKnownSchema(record.schemaVersion(), file);
        return record;
    }

    /** A newer version may be laid out so differently that nothing else of it can be read. */
    private static int schemaVersion(String text) {
        try {
            return RecordJson.read(text, Header.class)
                    .map(Header::schemaVersion)
                    .orElse(RunRecord.SCHEMA_VERSION);
        } catch (JacksonException e) {
            return RunRecord.SCHEMA_VERSION;
        }
    }

    private record Header(int schemaVersion) {}

    private static void requireKnownSchema(int version, Path file) {
        if (version < 1) {
            throw new UnreadableRunException(file + ": not a run record (schema version " + version + ")");
        }
        if (version > RunRecord.SCHEMA_VERSION) {
            throw new UnreadableRunException(file + ": schema version " + version
                    + " was written by a newer Microbench; this one reads up to " + RunRecord.SCHEMA_VERSION
                    + ". Read it with that version.");
        }
    }

    private static RunRecord replay(RunRecord record, byte[] journal, Path file) {
        CaseTable cases = new CaseTable(record.cases());
        int number = 0;
        int from = 0;
        // Only lines with their line end are whole: the writer may have been killed in the middle of the last one, even
        // in
        // the middle of a character.
        for (int i = 0; i < journal.length; i++) {
            if (journal[i] == '\n') {
                number++;
                String line = new String(journal, from, i - from, StandardCharsets.UTF_8);
                cases.add(parse(line, JournalEntry.class, file + " line " + number));
                from = i + 1;
            }
        }
        return record.withCases(cases.all());
    }

    private Optional<byte[]> bytes(Path file) {
        try {
            long size = Files.size(file);
            if (size > maxBytes) {
                throw new UnreadableRunException(file + ": " + size + " bytes; a run has at most " + maxBytes);
            }
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UnreadableRunException(file + ": cannot be read (" + e + ")");
        }
    }

    private static <T> T parse(String text, Class<T> type, String place) {
        if (text.isBlank()) {
            throw new UnreadableRunException(place + ": is empty");
        }
        try {
            return RecordJson.read(text, type)
                    .orElseThrow(() -> new UnreadableRunException(place + ": not a run record (null)"));
        } catch (JacksonException e) {
            throw new UnreadableRunException(
                    place + RecordJson.place(e) + ": not a run record (" + RecordJson.reason(e) + ")");
        }
    }
}
