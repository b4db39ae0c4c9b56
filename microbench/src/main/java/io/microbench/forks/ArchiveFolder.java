// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.PrivateFolders;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Stores class archives in the user's cache folder.
 *
 * <p>An archive gets its name only when its content is on the disk; the name ends with the checksum of the content. One run at a time
 * creates it, while others start without it. Archives not used for a month are deleted when another one is created, and so are those
 * beyond {@value #MOST} not used for a day: a reactor leaves one for each change of the harness.
 */
record ArchiveFolder(Path path) {

    static final String PREFIX = "fork-";
    static final String SUFFIX = ".jsa";
    private static final String JAR = ".jar";
    private static final String DRAFT = ".draft";
    private static final String LOCK = ".lock";

    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration IN_USE = Duration.ofDays(1);
    private static final int MOST = 20;
    private static final long PATIENCE_SECONDS = 30;

    /** Folders with a warning already printed: every run of a JVM checks again. */
    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    /** Returns the folder in the user's cache folder; empty if the user has no home folder. */
    static Optional<ArchiveFolder> ofUser(Map<String, String> environment, Properties properties) {
        return PrivateFolders.cache(environment, properties).map(ArchiveFolder::new);
    }

    /**
     * Finds an archive, or creates it if requested; empty if neither is possible, or if others may write to the folder:
     * a fork runs the classes in it.
     */
    Optional<Path> find(ArchiveKey key, boolean make) {
        return find(key.text(), SUFFIX, make, draft -> rehearse(key, draft));
    }

    /** Returns a jar with the classes of a folder, created if missing and requested; empty as for an archive. */
    Optional<Path> pack(Path classes, boolean make) {
        try {
            ClassesJar packed = new ClassesJar(classes);
            return find(packed.name(), JAR, make, packed::write);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<Path> find(String name, String suffix, boolean make, Maker maker) {
        if (PrivateFolders.othersMayWrite(path)) {
            if (WARNED.add(path)) {
                System.err.println(
                        "# WARNING: " + path + " belongs to another user or others may write to it, so no class"
                                + " archive is used. Fix it with chmod go-w, or name another folder by XDG_CACHE_HOME.");
            }
            return Optional.empty();
        }
        Optional<Path> found = whole(PREFIX + name + "-", suffix);
        found.ifPresent(ArchiveFolder::touch);
        return found.isEmpty() && make ? publish(name, suffix, maker) : found;
    }

    /** Finds an archive whose content matches its name. Others are deleted: they may crash a JVM. */
    private Optional<Path> whole(String prefix, String suffix) {
        for (Path file : list()) {
            if (name(file).startsWith(prefix) && name(file).endsWith(suffix)) {
                try {
                    if (name(file).equals(prefix + sum(file) + suffix)) {
                        return Optional.of(file.toAbsolutePath());
                    }
                    Files.delete(file);
                } catch (IOException e) {
                    // Not readable, or just deleted.
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

    /** Marks a file as used. The modification time of a jar is kept: the JVM compares it with the archive. */
    private static void touch(Path file) {
        FileTime now = FileTime.from(Instant.now());
        try {
            Files.getFileAttributeView(file, BasicFileAttributeView.class)
                    .setTimes(name(file).endsWith(JAR) ? null : now, now, null);
        } catch (IOException e) {
            // Owned by another user, or just deleted: the JVM works without it.
        }
    }

    private interface Maker {
        void make(Path draft) throws IOException;
    }

    private Optional<Path> publish(String name, String suffix, Maker maker) {
        Path lock = path.toAbsolutePath().resolve(PREFIX + name + LOCK);
        try {
            PrivateFolders.create(path);
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (channel.tryLock() == null) {
                    return Optional.empty();
                }
                Optional<Path> made = whole(PREFIX + name + "-", suffix).or(() -> make(name, suffix, maker));
                delete(lock);
                return made;
            }
        } catch (IOException | OverlappingFileLockException e) {
            // The folder is not writable, or another run is creating the file.
            return Optional.empty();
        }
    }

    private Optional<Path> make(String name, String suffix, Maker maker) {
        Path draft = path.toAbsolutePath()
                .resolve(PREFIX + name + "." + ProcessHandle.current().pid() + DRAFT);
        try {
            prune();
            maker.make(draft);
            if (!Files.isRegularFile(draft)) {
                return Optional.empty();
            }
            force(draft);
            Path whole = draft.resolveSibling(PREFIX + name + "-" + sum(draft) + suffix);
            WholeFile.publish(draft, whole);
            return Optional.of(whole);
        } catch (IOException e) {
            // The folder is not writable, or the disk is full.
            return Optional.empty();
        } finally {
            delete(draft);
        }
    }

    /** Forces a file, which may be read-only, to the disk. */
    private static void force(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            channel.force(true);
        } catch (IOException e) {
            // Not possible here. A file damaged by a loss of power has another checksum.
        }
    }

    private static void rehearse(ArchiveKey key, Path draft) throws IOException {
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
        boolean done = false;
        try {
            done = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
        if (!done) {
            delete(draft);
        }
    }

    private void prune() {
        Instant now = Instant.now();
        List<Kept> latestFirst = list().stream()
                .map(file -> new Kept(file, used(file)))
                .sorted(Comparator.comparing(Kept::used).reversed())
                .toList();
        for (int i = 0; i < latestFirst.size(); i++) {
            Kept kept = latestFirst.get(i);
            Instant oldest = now.minus(i < MOST ? KEPT : IN_USE);
            if (isLeftover(name(kept.file())) || kept.used().isBefore(oldest)) {
                delete(kept.file());
            }
        }
    }

    private record Kept(Path file, Instant used) {}

    /** Returns whether the file is the draft of a JVM that was killed. */
    private static boolean isLeftover(String name) {
        if (!name.endsWith(DRAFT)) {
            return false;
        }
        String pid = name.substring(0, name.length() - DRAFT.length()).replaceFirst(".*\\.", "");
        return pid.matches("\\d{1,18}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty();
    }

    /** Returns the time of the last use of a file; a file that was just deleted is the oldest. */
    private static Instant used(Path file) {
        try {
            BasicFileAttributes times = Files.readAttributes(file, BasicFileAttributes.class);
            return (name(file).endsWith(JAR) ? times.lastAccessTime() : times.lastModifiedTime()).toInstant();
        } catch (IOException e) {
            return Instant.MIN;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It remains until it can be deleted.
        }
    }

    /**
     * Packs a folder of classes into a jar, because the JVM cannot create an archive with a folder on the class path.
     *
     * <p>The harness is such a folder if a reactor builds it up to the phase {@code test}. The name of the jar has the checksum of the
     * folder's content, so that the same classes are packed once and changes are detected.
     */
    static final class ClassesJar {

        private final Path folder;
        private final List<Path> files;

        /** Lists the files of the folder. */
        ClassesJar(Path folder) throws IOException {
            this.folder = folder;
            try (Stream<Path> all = Files.walk(folder)) {
                files = all.filter(Files::isRegularFile).sorted().toList();
            }
        }

        /** Returns a name for the jar, with the CRC-32 of the names and contents of all files. */
        String name() throws IOException {
            CRC32 sum = new CRC32();
            writeTo(new CheckedOutputStream(OutputStream.nullOutputStream(), sum), Deflater.NO_COMPRESSION);
            return "classes-" + Long.toHexString(sum.getValue());
        }

        void write(Path jar) throws IOException {
            try (OutputStream out = Files.newOutputStream(jar)) {
                writeTo(out, Deflater.BEST_SPEED);
            }
        }

        /** Writes the files as a jar whose bytes only depend on their names and contents. */
        private void writeTo(OutputStream out, int level) throws IOException {
            ZipOutputStream zip = new ZipOutputStream(out);
            zip.setLevel(level);
            for (Path file : files) {
                ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
                entry.setTime(0);
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
            zip.finish();
        }
    }
}
