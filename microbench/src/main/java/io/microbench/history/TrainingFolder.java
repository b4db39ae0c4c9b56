// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores trainings in a folder of a history's folder, one file for each, which is never touched again. Folders are merged by
 * copying files, as those of a history are.
 */
final class TrainingFolder {

    /** The folder below that of the history. */
    static final String NAME = "training";

    private static final int SCHEMA_VERSION = 1;
    static final String END = ".json";

    private static final StoredJson<Versioned> STORED = new StoredJson<>("training", SCHEMA_VERSION, Versioned.class);

    /** The training with its version in front, where a reader finds it first. */
    private record Versioned(
            int schemaVersion, String id, Instant time, Fingerprint environment, List<CaseTraining> cases) {

        TrainingNight night() {
            return new TrainingNight(id, time, environment, cases);
        }
    }

    private final Path folder;

    /** Stands for the trainings of a history's folder. */
    TrainingFolder(Path history) {
        this.folder = history.resolve(NAME);
    }

    boolean keep(TrainingNight night) {
        Path file = folder.resolve(night.id() + END);
        byte[] content = STORED.write(
                new Versioned(SCHEMA_VERSION, night.id(), night.time(), night.environment(), night.cases()));
        try {
            WholeFile.create(file, content);
            return true;
        } catch (FileAlreadyExistsException e) {
            if (Files.isRegularFile(file) && read(file).equals(night)) {
                return false;
            }
            throw new HistoryException(
                    e.getFile() + ": is there already with other content, and a training is never rewritten", e);
        } catch (IOException e) {
            throw new HistoryException(file + ": cannot be written (" + e + ")", e);
        }
    }

    Trainings read() {
        List<String> warnings = new ArrayList<>();
        Map<String, TrainingNight> nights = new LinkedHashMap<>();
        for (Path file : files(folder)) {
            try {
                TrainingNight night = read(file);
                TrainingNight known = nights.putIfAbsent(night.id(), night);
                if (known != null && !known.equals(night)) {
                    warnings.add(file + ": differs from another file with training " + night.id() + " and is left out");
                }
            } catch (HistoryException e) {
                warnings.add(e.getMessage() + "; left out");
            }
        }
        return new Trainings(List.copyOf(nights.values()), warnings);
    }

    private static TrainingNight read(Path file) {
        return STORED.parse(file, STORED.bytes(file), Versioned::night);
    }

    /** Returns the entries of a folder beside the runs of a history, by name; none if there is no such folder. */
    static List<Path> files(Path folder) {
        if (!Files.exists(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (!name.startsWith(".") && name.endsWith(END) && !Files.isDirectory(entry)) {
                    files.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new HistoryException(folder + ": cannot be read as a folder (" + e + ")", e);
        }
        Collections.sort(files);
        return files;
    }
}
