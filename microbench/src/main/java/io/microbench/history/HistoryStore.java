// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.Redaction;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Stores the summaries of runs. A store only grows: no run in it is changed or
 * removed.
 *
 * <p>Several processes may append and read at the same time. What one damaged entry holds is lost for reading, and said
 * in {@link HistoryRuns#warnings}; it never hides the others.
 */
public interface HistoryStore extends AutoCloseable {

    /**
     * Opens the store at a place; a place that does not exist yet is made by the first run that is appended.
     *
     * @param place a folder, or a JDBC URL such as {@code jdbc:postgresql://host/database?user=me&password=secret} or
     *     {@code jdbc:h2:file:./history}, whose driver the class path must have
     * @throws HistoryException if it is blank or another URL, or a database cannot be reached or was made by a newer version
     */
    static HistoryStore open(String place) {
        return open(place, Path.of(""));
    }

    /**
     * Opens the store at a place, as {@link #open(String)} does.
     *
     * @param directory what a folder begins at unless it is absolute
     */
    static HistoryStore open(String place, Path directory) {
        Optional<DatabaseKind> kind = DatabaseKind.of(place);
        if (kind.isPresent()) {
            return kind.get().open(place);
        }
        if (place.isBlank() || DatabaseKind.looksLikeAddress(place)) {
            throw new HistoryException("\"" + Redaction.text(place) + "\" is not a history. Expected a folder, or "
                    + Arrays.stream(DatabaseKind.values())
                            .map(DatabaseKind::accepted)
                            .collect(Collectors.joining(", or "))
                    + (place.isBlank()
                            ? ". Is a variable unset?"
                            : ". Write ./ before a folder with a colon in its name."));
        }
        return new FolderHistory(directory.resolve(place));
    }

    /**
     * Appends a run, whole or not at all.
     *
     * @return false if the store has this very run already
     * @throws HistoryException if it cannot be written, or the store has another run of the same id
     */
    boolean append(RunSummary run);

    /**
     * Reads a part of the history.
     *
     * @throws HistoryException if the store as a whole cannot be read
     */
    HistoryRuns read(HistoryQuery query);

    /**
     * Keeps what a run taught of its cases, whole or not at all.
     *
     * @return false if the store has this very training already
     * @throws HistoryException if it cannot be written, or the store has another training of the same run
     */
    boolean keep(TrainingNight night);

    /**
     * Reads all trainings.
     *
     * @throws HistoryException if the store as a whole cannot be read
     */
    Trainings trainings();

    /**
     * Keeps what a gate concluded, whole or not at all; the same notes again do no harm.
     *
     * @throws HistoryException if it cannot be written
     */
    void keep(GateNotes notes);

    /**
     * Reads the notes of all gates.
     *
     * @throws HistoryException if the store as a whole cannot be read
     */
    GateNotes.All notes();

    /** Closes the store. */
    @Override
    void close();
}
