/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.run.LocalForks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps compiled codes, so that one that was seen before needs no compiler.
 *
 * <p>The name of its folder is a digest of all that the class depends on: the parts of the code, imports, types of the inputs,
 * whether results are compared, the JDK, and of every file on the class path its name, length and time.
 */
final class CodeCache {

    private static final int MOST_FILES = 2_000;
    private static final String TOLD = "told.txt";
    private static final String SOURCE = "source.txt";

    private final Path folder;
    private final Question question;

    CodeCache(Path folder, Question question) {
        this.folder = folder;
        this.question = question;
    }

    /** Returns the folder of a code, whether it is there or not; empty for one whose surroundings cannot be told apart. */
    Optional<Path> folder(Code code) {
        if (SnippetCompiler.isFile(code.text())) {
            return Optional.empty();
        }
        StringBuilder key = new StringBuilder(System.getProperty("java.vm.version"));
        for (Code.Part part : Code.Part.values()) {
            key.append('\0').append(code.part(part));
        }
        key.append('\0').append(question.imports()).append(question.preview()).append(question.check());
        question.inputs().forEach((name, values) -> key.append(name).append(Inputs.type(values)));
        try {
            for (String entry : LocalForks.harness()) {
                stamp(key, Path.of(entry));
            }
            for (Path entry : question.classPath()) {
                if (!stampAll(key, entry)) {
                    return Optional.empty();
                }
            }
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(key.toString().getBytes(StandardCharsets.UTF_8));
            return Optional.of(folder.resolve(HexFormat.of().formatHex(digest, 0, 12)));
        } catch (IOException | NoSuchAlgorithmException e) {
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
                .append(Files.getLastModifiedTime(file).toMillis());
    }

    /** Puts a compiled code where the next one finds it; one that cannot be kept is compiled again. */
    static void keep(Path compiled, SnippetCompiler.Compiled what, Path target) {
        try {
            Files.writeString(compiled.resolve(SOURCE), what.source());
            Files.write(compiled.resolve(TOLD), what.told());
            Files.createDirectories(target.toAbsolutePath().normalize().resolve(".."));
            Path draft = target.resolveSibling(
                    target.getFileName() + "." + ProcessHandle.current().pid());
            copy(compiled, draft);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Somebody else has kept it meanwhile, or there is no room.
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(String.valueOf(file.getFileName())), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    static String source(Path kept) {
        try {
            return Files.readString(kept.resolve(SOURCE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> told(Path kept) {
        try {
            return Files.readAllLines(kept.resolve(TOLD));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
