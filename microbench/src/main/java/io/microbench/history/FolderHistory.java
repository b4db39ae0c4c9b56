// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Stores a history as a folder with one file for each run.
 *
 * <p>A file is named by the run's time and id and never touched again, so that two folders are merged by copying files,
 * a version control merges them without a conflict, and the folder can be a branch, an artifact of a build or a share.
 * The same run in two files counts once. What was read from many files is kept beside them ({@link FolderIndex}); it is never
 * needed.
 *
 * <p>Files that cannot be of a history are passed over with a warning, those whose name begins with a dot and folders
 * without one.
 */
final class FolderHistory implements HistoryStore {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{6}Z-.+\\.json");

    private final Path folder;

    /** Stands for a folder; it is made by the first run that is appended. */
    FolderHistory(Path folder) {
        this.folder = folder;
    }

    @Override
    public boolean append(RunSummary run) {
        Path file = folder.resolve(fileName(run));
        Optional<Path> other = otherFileOf(run, file);
        if (other.isPresent()) {
            return requireSame(run, other.get());
        }
        try {
            WholeFile.create(file, SummaryJson.write(run));
            return true;
        } catch (FileAlreadyExistsException e) {
            if (Files.isRegularFile(file)) {
                return requireSame(run, file);
            }
            throw new HistoryException(e.getFile() + ": is in the way; a history is a folder with files", e);
        } catch (IOException e) {
            if (isStored(run, file)) {
                return true;
            }
            throw new HistoryException(file + ": cannot be written (" + e + ")", e);
        }
    }

    /** Returns whether a run is there although writing it ended in an error. */
    private static boolean isStored(RunSummary run, Path file) {
        try {
            return Files.isRegularFile(file) && SummaryJson.read(file).isSame(run);
        } catch (HistoryException e) {
            return false;
        }
    }

    private static boolean requireSame(RunSummary run, Path file) {
        if (!SummaryJson.read(file).isSame(run)) {
            throw new HistoryException(
                    file + ": run " + run.id() + " is there already with other content, and a history"
                            + " is never rewritten; give the run an id of its own");
        }
        return false;
    }

    /** Finds the run under another name, which it has if its time is another one or someone renamed it. */
    private Optional<Path> otherFileOf(RunSummary run, Path file) {
        return files(new ArrayList<>()).stream()
                .filter(other -> !other.equals(file))
                .filter(other -> other.getFileName().toString().contains(run.id()))
                .filter(other -> idIn(other).equals(Optional.of(run.id())))
                .findFirst();
    }

    private static Optional<String> idIn(Path file) {
        try {
            return Optional.of(SummaryJson.read(file).id());
        } catch (HistoryException e) {
            // What cannot be read is reported when the history is read; it is no reason to lose a new run.
            return Optional.empty();
        }
    }

    /** Returns time and id; the ids of this harness begin with the time themselves. */
    private static String fileName(RunSummary run) {
        String stamp = STAMP.format(run.time());
        return (run.id().startsWith(stamp + "-") ? run.id() : stamp + "-" + run.id()) + ".json";
    }

    @Override
    public HistoryRuns read(HistoryQuery query) {
        List<String> warnings = new ArrayList<>();
        Map<String, RunSummary> runs = new LinkedHashMap<>();
        FolderReading reading = new FolderReading(folder);
        for (Path file : files(warnings)) {
            try {
                RunSummary run = reading.run(file);
                RunSummary known = runs.putIfAbsent(run.id(), run);
                if (known != null && !known.isSame(run)) {
                    warnings.add(file + ": differs from another file with run " + run.id() + " and is left out");
                }
            } catch (HistoryException e) {
                warnings.add(e.getMessage() + "; left out");
            }
        }
        reading.end();
        return new HistoryRuns(
                runs.values().stream()
                        .filter(query::includes)
                        .sorted(RunSummary.BY_TIME)
                        .toList(),
                warnings);
    }

    /** Returns the files that are named like entries, by name. */
    private List<Path> files(List<String> warnings) {
        if (!Files.exists(folder)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.startsWith(".") || Files.isDirectory(entry)) {
                    continue;
                }
                if (NAME.matcher(name).matches()) {
                    files.add(entry);
                } else {
                    warnings.add(entry + ": not named like a run, <time>-<id>.json; left out");
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new HistoryException(folder + ": cannot be read as a folder (" + e + ")", e);
        }
        Collections.sort(files);
        Collections.sort(warnings);
        return files;
    }

    @Override
    public boolean keep(TrainingNight night) {
        return new TrainingFolder(folder).keep(night);
    }

    @Override
    public Trainings trainings() {
        return new TrainingFolder(folder).read();
    }

    @Override
    public void keep(GateNotes notes) {
        new GateFolder(folder).keep(notes);
    }

    @Override
    public GateNotes.All notes() {
        return new GateFolder(folder).read();
    }

    @Override
    public void close() {
        // Nothing is held open between calls.
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
