/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.archive;

import io.microbench.process.PrivateFolders;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stores class archives among the user's caches.
 *
 * <p>An archive appears under its name all at once, so that two runs that make the same one at the same time do not
 * mind each other; the name ends with the checksum of the content. Those that nobody has asked for in a month are
 * deleted when another is made.
 */
final class ArchiveFolder {

    static final String PREFIX = "fork-";
    static final String SUFFIX = ".jsa";
    private static final String DRAFT = ".draft";

    private static final Duration KEPT = Duration.ofDays(30);
    private static final long PATIENCE_SECONDS = 30;

    /** Folders that were warned of: every run of a JVM asks again. */
    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private final Path path;

    ArchiveFolder(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** Returns the folder among the user's caches; empty where there is no home. */
    static Optional<ArchiveFolder> ofUser(Map<String, String> environment, Properties properties) {
        return PrivateFolders.cache(environment, properties).map(ArchiveFolder::new);
    }

    /**
     * Finds an archive, or makes it if asked to; empty where neither can be done, or where others could put one there:
     * a fork runs what is in it.
     */
    Optional<Path> find(ArchiveKey key, boolean make) {
        if (PrivateFolders.othersMayWrite(path)) {
            warnOnce();
            return Optional.empty();
        }
        Optional<Path> found = whole(PREFIX + key.text() + "-");
        found.ifPresent(ArchiveFolder::touch);
        return found.isEmpty() && make ? make(key) : found;
    }

    private void warnOnce() {
        if (WARNED.add(path)) {
            System.err.println(
                    "# WARNING: " + path + " belongs to another user or others may write to it, so no class archive is"
                            + " used. Mend it with chmod go-w, or name another folder by XDG_CACHE_HOME.");
        }
    }

    /** Finds an archive with the content that its name promises. Others are no use to anybody: a JVM may die of one. */
    private Optional<Path> whole(String prefix) {
        for (Path file : list()) {
            if (name(file).startsWith(prefix) && name(file).endsWith(SUFFIX)) {
                try {
                    if (name(file).equals(prefix + sum(file) + SUFFIX)) {
                        return Optional.of(file.toAbsolutePath());
                    }
                    Files.delete(file);
                } catch (IOException e) {
                    // Not readable, or gone this moment.
                }
            }
        }
        return Optional.empty();
    }

    private static String sum(Path file) throws IOException {
        return Long.toHexString(ArchiveKey.checksum(file));
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private List<Path> list() {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> name(file).startsWith(PREFIX)).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** So that what is in use does not grow old. */
    private static void touch(Path archive) {
        try {
            Files.setLastModifiedTime(archive, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // Somebody else's, or deleted this moment: the JVM will do without.
        }
    }

    private Optional<Path> make(ArchiveKey key) {
        Path draft = path.toAbsolutePath()
                .resolve(PREFIX + key.text() + "." + ProcessHandle.current().pid() + DRAFT);
        try {
            PrivateFolders.create(path);
            prune();
            if (!rehearse(key, draft) || !Files.isRegularFile(draft)) {
                return Optional.empty();
            }
            Path archive = draft.resolveSibling(PREFIX + key.text() + "-" + sum(draft) + SUFFIX);
            WholeFile.publish(draft, archive);
            return Optional.of(archive);
        } catch (IOException e) {
            // A folder that cannot be written, or no room left.
            return Optional.empty();
        } finally {
            delete(draft);
        }
    }

    /** Runs the JVM that leaves the archive; nothing of the plan but the layout of objects gets there. */
    private static boolean rehearse(ArchiveKey key, Path draft) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(key.java().toString());
        command.addAll(key.quiet());
        command.addAll(key.shape());
        command.add("-XX:ArchiveClassesAtExit=" + draft);
        command.add("-cp");
        command.add(key.jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(ForkRehearsal.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }

    private void prune() throws IOException {
        Instant oldest = Instant.now().minus(KEPT);
        for (Path file : list()) {
            if (isLeftover(name(file))
                    || Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
                delete(file);
            }
        }
    }

    /** Returns whether the file is the draft of a JVM that was killed. */
    private static boolean isLeftover(String name) {
        if (!name.endsWith(DRAFT)) {
            return false;
        }
        String pid = name.substring(0, name.length() - DRAFT.length()).replaceFirst(".*\\.", "");
        return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It stays until somebody may delete it.
        }
    }
}
