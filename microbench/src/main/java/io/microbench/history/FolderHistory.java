// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Stores a history as a folder with one file for each run; trainings and the notes of gates are in subfolders.
 *
 * <p>A file is named by the run's time and id and never changed, so that two folders are merged by copying files, a
 * version control merges them without a conflict, and the folder can be a branch, an artifact of a build or a share.
 * The same run in two files counts once. If there are many files, an index has a copy of their content ({@link FolderIndex}); it is
 * optional.
 *
 * <p>Files that are not part of a history are ignored with a warning; folders, and files whose names begin with a dot, are ignored without
 * one.
 */
final class FolderHistory extends HistoryStore {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{6}Z-.+\\.json");
    private static final String END = ".json";

    private final Path folder;

    /** A history in a folder; the first run that is appended creates it. */
    FolderHistory(Path folder) {
        this.folder = folder;
    }

    private static boolean ofRuns(StoredJson<?> kind) {
        return kind.equals(StoredJson.RUN);
    }

    private Path folder(StoredJson<?> kind) {
        return ofRuns(kind) ? folder : folder.resolve(kind.kind());
    }

    @Override
    <V> Optional<Found<V>> add(StoredJson<V> kind, String id, V content) {
        String name = content instanceof RunSummary run ? stamped(run) : id;
        Path file = folder(kind).resolve(name + END);
        Optional<Path> other = ofRuns(kind) ? otherFile(id, file) : Optional.empty();
        if (other.isPresent()) {
            return Optional.of(found(kind, other.get()));
        }
        byte[] bytes = kind.write(content).getBytes(StandardCharsets.UTF_8);
        try {
            WholeFile.create(file, bytes);
        } catch (FileAlreadyExistsException e) {
            if (Files.isRegularFile(file)) {
                return Optional.of(found(kind, file));
            }
            throw new HistoryException(e.getFile() + ": is not a file; a history is a folder with files", e);
        } catch (IOException e) {
            if (!isWritten(file, bytes)) {
                throw new HistoryException(file + ": cannot be written (" + e + ")", e);
            }
        }
        return Optional.empty();
    }

    private static <V> Found<V> found(StoredJson<V> kind, Path file) {
        return new Found<>(file.toString(), () -> kind.read(file));
    }

    /** Returns whether a document was written although writing it ended in an error. */
    private static boolean isWritten(Path file, byte[] content) {
        try {
            return Arrays.equals(Files.readAllBytes(file), content);
        } catch (IOException e) {
            return false;
        }
    }

    /** Finds a run under another name, which it has if its time differs, or the file was renamed. */
    private Optional<Path> otherFile(String id, Path file) {
        return files(StoredJson.RUN, foreign -> {}).stream()
                .filter(other -> !other.equals(file))
                .filter(other -> other.getFileName().toString().contains(id) && hasRun(other, id))
                .findFirst();
    }

    private static boolean hasRun(Path file, String id) {
        try {
            return StoredJson.RUN.read(file).id().equals(id);
        } catch (HistoryException e) {
            // A damaged document is reported when the history is read; it is not a reason to lose a new run.
            return false;
        }
    }

    /** Returns time and id; the ids of this harness begin with the time themselves. */
    private static String stamped(RunSummary run) {
        String stamp = STAMP.format(run.time()) + "-";
        return run.id().startsWith(stamp) ? run.id() : stamp + run.id();
    }

    @Override
    <V> void visit(StoredJson<V> kind, BiConsumer<String, Supplier<V>> visitor, Consumer<String> warnings) {
        List<Path> files = files(kind, warnings);
        if (ofRuns(kind)) {
            FolderIndex index = FolderIndex.open(folder);
            files.forEach(file ->
                    visitor.accept(file.toString(), () -> kind.reader().type().cast(index.run(file))));
            index.keep();
        } else {
            files.forEach(file -> visitor.accept(file.toString(), () -> kind.read(file)));
        }
    }

    @Override
    int runs() {
        return files(StoredJson.RUN, foreign -> {}).size();
    }

    @Override
    public RunSummary whole(RunSummary run) {
        Path usual = folder.resolve(stamped(run) + END);
        Path file = Files.exists(usual) ? usual : otherFile(run.id(), usual).orElse(usual);
        return StoredJson.RUN.read(file);
    }

    /** Returns the files that are named like documents, by name; none if there is no such folder. */
    private List<Path> files(StoredJson<?> kind, Consumer<String> warnings) {
        Path place = folder(kind);
        if (!Files.exists(place)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        Set<Path> foreign = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.startsWith(".") || Files.isDirectory(entry)) {
                    continue;
                }
                if (ofRuns(kind) ? NAME.matcher(name).matches() : name.endsWith(END)) {
                    files.add(entry);
                } else if (ofRuns(kind)) {
                    foreign.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new HistoryException(place + ": cannot be read as a folder (" + e + ")", e);
        }
        Collections.sort(files);
        foreign.forEach(entry -> warnings.accept(entry + ": not named like a run, <time>-<id>.json; left out"));
        return files;
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
