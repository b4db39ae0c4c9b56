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
 * Stores a history as a folder with one file per run; training results and the notes of gates are in subfolders.
 *
 * <p>The name of a file consists of the run's time and id, and files never change. So folders can be merged by copying files, version
 * control systems merge them without conflicts, and the folder can be a branch, a build artifact or a network share. If two files contain
 * the same run, one of them is ignored. If there are many files, an optional index contains a copy of their content ({@link FolderIndex}).
 *
 * <p>Files that are not part of a history are ignored with a warning. Folders and files whose names begin with a dot are ignored without a
 * warning.
 */
final class FolderHistory extends HistoryStore {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Pattern NAME = Pattern.compile("\\d{8}T\\d{6}Z-.+\\.json");
    private static final String END = ".json";

    private final Path folder;

    /** Creates a history in a folder, which is created when the first run is appended. */
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

    /** Returns whether a document was written although an exception was thrown. */
    private static boolean isWritten(Path file, byte[] content) {
        try {
            return Arrays.equals(Files.readAllBytes(file), content);
        } catch (IOException e) {
            return false;
        }
    }

    /** Finds another file with the run, which exists if the run's time differs or the file was renamed. */
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
            // A damaged document is reported when the history is read. It must not prevent a new run from being stored.
            return false;
        }
    }

    /** Returns time and id of a run; ids created by Microbench already begin with the time. */
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

    /** Returns the files that have names of documents, sorted by name; empty if the folder does not exist. */
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
            throw new HistoryException(place + ": cannot list the files of this folder (" + e + ")", e);
        }
        Collections.sort(files);
        foreign.forEach(entry -> warnings.accept(entry + ": expected a run's file name, <time>-<id>.json; ignored"));
        return files;
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
