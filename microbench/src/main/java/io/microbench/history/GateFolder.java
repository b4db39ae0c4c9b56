// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Stores the notes of gates in a folder of a history's folder, one file for each gate, whose name is that of its content. */
final class GateFolder {

    /** The folder below that of the history. */
    static final String NAME = "gate";

    private final Path folder;

    /** Stands for the notes of a history's folder. */
    GateFolder(Path history) {
        this.folder = history.resolve(NAME);
    }

    void keep(GateNotes notes) {
        Path file = folder.resolve(notes.name() + TrainingFolder.END);
        try {
            WholeFile.create(file, notes.write());
        } catch (FileAlreadyExistsException e) {
            // The same content has the same name.
            GateNotes.read(file);
        } catch (IOException e) {
            throw new HistoryException(file + ": cannot be written (" + e + ")", e);
        }
    }

    GateNotes.All read() {
        List<GateNotes> gates = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (Path file : TrainingFolder.files(folder)) {
            try {
                gates.add(GateNotes.read(file));
            } catch (HistoryException e) {
                warnings.add(e.getMessage() + "; left out");
            }
        }
        return new GateNotes.All(gates, warnings);
    }
}
