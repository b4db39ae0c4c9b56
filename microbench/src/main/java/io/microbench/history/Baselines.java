/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps runs under names to compare later ones with: one file for each name, made to be committed.
 *
 * <p>Any number of names live side by side. Saving under a name replaces what had that name and nothing else.
 */
public final class Baselines {

    private static final String SUFFIX = ".json";

    private final Path folder;

    /** Stands for a folder of baselines; it is made by the first one that is saved. */
    public Baselines(Path folder) {
        this.folder = folder;
    }

    /**
     * Saves a run under a name, in place of the one that may have it. Whoever reads sees the old one or the new one, whole.
     *
     * @param name 1 to 100 letters, digits, {@code .}, {@code _} and {@code -}, the first a letter or a digit
     * @return the file
     * @throws IllegalArgumentException if the name is not of that kind
     * @throws HistoryException if the run has no case, or the file cannot be written
     */
    public Path save(String name, RunSummary run) {
        Path file = file(name);
        if (run.cases().isEmpty()) {
            throw new HistoryException(
                    file + ": run " + run.id() + " has no case with a result; there is nothing to compare with later");
        }
        try {
            WholeFiles.replace(folder, name + SUFFIX, SummaryJson.write(run));
            return file;
        } catch (IOException e) {
            throw new HistoryException(file + ": cannot be written (" + e + ")", e);
        }
    }

    /**
     * Loads the run that has the given name.
     *
     * @throws IllegalArgumentException if the name cannot be one, see {@link #save}
     * @throws HistoryException if there is none of that name, with the names that there are, or its file is damaged
     */
    public RunSummary load(String name) {
        Path file = file(name);
        if (!Files.exists(file)) {
            List<String> names = names();
            throw new HistoryException("baseline '" + name + "': " + file + " does not exist; "
                    + (names.isEmpty() ? "there is none yet" : "known are " + String.join(", ", names))
                    + ". Save one with -Dmicrobench.saveBaseline=" + name);
        }
        return SummaryJson.read(file);
    }

    /**
     * Returns the names in alphabetical order.
     *
     * @throws HistoryException if the folder cannot be read
     */
    public List<String> names() {
        if (!Files.exists(folder)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[A-Za-z0-9]*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                names.add(name.substring(0, name.length() - SUFFIX.length()));
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new HistoryException(folder + ": cannot be read as a folder (" + e + ")", e);
        }
        names.sort(null);
        return names;
    }

    private Path file(String name) {
        return folder.resolve(Check.name("baseline", name) + SUFFIX);
    }
}
