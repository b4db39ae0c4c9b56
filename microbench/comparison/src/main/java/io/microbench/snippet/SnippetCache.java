// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.forks.LocalForks;
import io.microbench.process.FolderTree;
import io.microbench.snippet.Compilation.Ready;
import io.microbench.snippet.Question.Variant;
import io.microbench.snippet.fork.SnippetProperties;
import io.microbench.text.ChangeTime;
import io.microbench.text.Sha256;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Caches compiled snippets.
 *
 * <p>The name of a snippet's folder is a digest of everything that its class depends on: the parts of the snippet,
 * imports, types of the inputs, whether results are compared, the JDK and the target release, and name, length and time
 * of every file on the class path.
 */
final class SnippetCache {

    private static final int MOST_FILES = 2_000;
    private static final String UNUSED = "unused.txt";
    private static final String SOURCE = "source.txt";
    private static final String SUMS = "sums.txt";
    /** The number of hexadecimal digits of a digest, enough to distinguish any two snippets. */
    private static final int KEY_LENGTH = 24;

    private final Path folder;
    private final Question question;

    SnippetCache(Path folder, Question question) {
        this.folder = folder;
        this.question = question;
    }

    /** Returns the folder of a snippet, whether it exists or not; empty if its key cannot be determined. */
    Optional<Path> folder(Snippet snippet, Variant variant) {
        if (snippet.file().isPresent()) {
            return Optional.empty();
        }
        StringBuilder key = new StringBuilder(System.getProperty("java.vm.version"));
        for (Snippet.Part part : Snippet.Part.values()) {
            key.append('\0').append(snippet.part(part));
        }
        key.append('\0').append(question.imports()).append(question.preview()).append(question.check());
        key.append(question.release());
        question.inputs().forEach((name, values) -> key.append(name).append(Inputs.type(values)));
        try {
            for (String entry : LocalForks.required(SnippetProperties.class)) {
                stamp(key, Path.of(entry));
            }
            for (Path entry : question.classPath(variant)) {
                if (!stampAll(key, entry)) {
                    return Optional.empty();
                }
            }
            return Optional.of(folder.resolve(Sha256.of(key.toString()).substring(0, KEY_LENGTH)));
        } catch (IOException | UncheckedIOException e) {
            // A file disappeared while it was read: a build is running.
            return Optional.empty();
        }
    }

    private static boolean stampAll(StringBuilder key, Path entry) throws IOException {
        if (!Files.isDirectory(entry)) {
            stamp(key, entry);
            return true;
        }
        try (Stream<Path> files = Files.walk(entry)) {
            List<Path> all = files.limit(MOST_FILES + 1).sorted().toList();
            for (Path file : all) {
                stamp(key, file);
            }
            return all.size() <= MOST_FILES;
        }
    }

    private static void stamp(StringBuilder key, Path file) throws IOException {
        key.append('\0')
                .append(file.toAbsolutePath())
                .append(Files.size(file))
                .append(Files.getLastModifiedTime(file).toMillis())
                .append(ChangeTime.of(file));
    }

    /** Returns the snippet in a folder; empty if it is missing, or damaged by a crash or a full disk. */
    static Optional<Ready> found(Path kept) {
        if (!Files.isDirectory(kept)) {
            return Optional.empty();
        }
        try {
            if (Files.readString(kept.resolve(SUMS)).equals(sums(kept))) {
                return Optional.of(new Ready(
                        kept, Files.readString(kept.resolve(SOURCE)), Files.readAllLines(kept.resolve(UNUSED))));
            }
        } catch (IOException e) {
            // An unreadable folder is treated as missing.
        }
        remove(kept);
        return Optional.empty();
    }

    /** Stores a compiled snippet for later runs; if this fails, the next run compiles it again. */
    static void keep(Ready what, Path target) {
        Path compiled = what.classes();
        Path draft = target.resolveSibling(
                target.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.writeString(compiled.resolve(SOURCE), what.source());
            Files.write(
                    compiled.resolve(UNUSED),
                    what.unused().stream()
                            .map(text -> text.replaceAll("\\s+", " "))
                            .toList());
            Files.writeString(compiled.resolve(SUMS), sums(compiled));
            Files.createDirectories(target.toAbsolutePath().normalize().resolve(".."));
            copy(compiled, draft);
            WholeFile.publish(draft, target);
        } catch (IOException e) {
            // Another process stored it in the meantime, or the disk is full.
            remove(draft);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : files(from)) {
            Files.copy(file, to.resolve(String.valueOf(file.getFileName())), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Returns a line for each file of a folder, with a checksum of its content. */
    static String sums(Path folder) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Path file : files(folder)) {
            if (!file.endsWith(SUMS)) {
                CRC32 sum = new CRC32();
                sum.update(Files.readAllBytes(file));
                lines.append(file.getFileName())
                        .append(' ')
                        .append(sum.getValue())
                        .append('\n');
            }
        }
        return lines.toString();
    }

    private static void remove(Path folder) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // The remaining files are recognized as incomplete.
        }
    }
}
