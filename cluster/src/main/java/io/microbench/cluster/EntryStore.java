// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.process.FolderTree;
import io.microbench.process.PrivateFolders;
import io.microbench.text.Quantity;
import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Stores class path entries from other machines, each under the digest of its content.
 *
 * <p>{@link StoredEntries} limits their size and age. An entry is stored atomically, and only if its content matches
 * the digest. The digest is checked again at each use. A folder is sent as a zip file and unpacked.
 */
final class EntryStore {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final String JAR = ".jar";
    private static final int MOST_FILES = 200_000;

    /** The default limit of the total size of all entries. */
    static final long QUOTA_BYTES = 8L << 30;

    private final Path folder;
    private final StoredEntries stored;

    /** Creates a store in a folder, which is created for the first entry. */
    EntryStore(Path folder) {
        this(folder, QUOTA_BYTES);
    }

    EntryStore(Path folder, long quotaBytes) {
        this.folder = folder.toAbsolutePath().normalize();
        this.stored = new StoredEntries(this.folder, quotaBytes);
    }

    /** Returns the path of the stored entry with the same content; empty if it is not stored. */
    Optional<Path> find(PathEntry wanted) throws IOException {
        Path place = place(wanted);
        if (PrivateFolders.othersMayWrite(folder) || !Files.exists(place)) {
            return Optional.empty();
        }
        if (PathEntry.of(place).sameContent(wanted)) {
            stored.used(place);
            return Optional.of(place);
        }
        StoredEntries.remove(place);
        return Optional.empty();
    }

    private Path place(PathEntry entry) throws IOException {
        if (!DIGEST.matcher(entry.sha256()).matches()) {
            throw new IOException("\"" + entry.sha256() + "\" is not a SHA-256 in hexadecimal.");
        }
        return folder.resolve(entry.folder() ? entry.sha256() : entry.sha256() + JAR);
    }

    /**
     * Stores an entry.
     *
     * @param content the bytes of the jar, or of a folder's zip file; read to its end
     * @return its path
     * @throws IOException if the entry cannot be stored, there is not enough space, or the content does not match the
     *     digest
     */
    Path add(PathEntry entry, InputStream content) throws IOException {
        Path place = place(entry);
        if (PrivateFolders.othersMayWrite(folder)) {
            throw new IOException(folder + " belongs to another user or others may write to it.");
        }
        PrivateFolders.create(folder);
        try (StoredEntries.Room room = stored.makeRoom(entry)) {
            return add(entry, content, place);
        }
    }

    private Path add(PathEntry entry, InputStream content, Path place) throws IOException {
        Path draft = Files.createTempDirectory(folder, StoredEntries.DRAFT);
        try {
            Path received = draft.resolve("content");
            if (entry.folder()) {
                unpack(content, received, entry.bytes());
            } else {
                copy(content, received, entry.bytes());
            }
            PathEntry there = PathEntry.of(received);
            if (!there.sameContent(entry)) {
                throw new IOException("The content sent for " + entry.path() + " has the SHA-256 " + there.shortDigest()
                        + "... instead of " + entry.shortDigest() + "...");
            }
            move(received, place);
            stored.used(place);
            return place;
        } finally {
            FolderTree.delete(draft);
        }
    }

    private static void move(Path received, Path place) throws IOException {
        try {
            WholeFile.publish(received, place);
        } catch (FileSystemException e) {
            // A folder cannot replace a folder; another process may have stored the same entry.
            if (!Files.exists(place)) {
                throw e;
            }
        }
    }

    private static void copy(InputStream content, Path file, long limit) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            copy(content, out, limit, file);
        }
    }

    private static long copy(InputStream content, OutputStream out, long limit, Path file) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long all = 0;
        for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
            all += n;
            if (all > limit) {
                throw new IOException(
                        "More than the announced " + limit + " bytes were received for " + file.getFileName());
            }
            out.write(buffer, 0, n);
        }
        return all;
    }

    /** Writes the files below a folder to a zip file. */
    static void pack(Path folder, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        for (Path file : PathEntry.files(folder)) {
            zip.putNextEntry(new ZipEntry(PathEntry.name(folder, file)));
            Files.copy(file, zip);
            zip.closeEntry();
        }
        zip.finish();
    }

    private static Path inside(Path folder, ZipEntry entry) throws IOException {
        try {
            Path file = folder.resolve(entry.getName()).normalize();
            if (!entry.isDirectory() && file.startsWith(folder) && !file.equals(folder)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // The error is reported below.
        }
        throw new IOException("\"" + entry.getName() + "\" is not a valid file name in the sent folder.");
    }

    private static void unpack(InputStream content, Path folder, long limit) throws IOException {
        try {
            unpack(new ZipInputStream(content), folder, limit);
        } catch (IllegalArgumentException e) {
            // The JDK throws this for a name that is not UTF-8.
            throw new IOException("The content sent for a folder is not a zip file: " + e.getMessage());
        }
    }

    private static void unpack(ZipInputStream zip, Path folder, long limit) throws IOException {
        Files.createDirectories(folder);
        long left = limit;
        int files = 0;
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (++files > MOST_FILES) {
                throw new IOException("More than " + MOST_FILES + " files were sent for one folder.");
            }
            Path file = inside(folder, entry);
            Files.createDirectories(file.resolveSibling("."));
            try (OutputStream out = Files.newOutputStream(file)) {
                left -= copy(zip, out, left, file);
            }
        }
    }

    /**
     * Limits the disk space of an {@link EntryStore}: removes entries that were not used for {@link #KEPT}, and the
     * least recently used ones when space is needed.
     *
     * <p>The modification time of an empty file {@code <entry>.used} next to each entry is the time of its last use.
     * The jar's modification time must not change, because class archives depend on it. Entries used in the last day
     * are kept, because a running suite may need them.
     */
    static final class StoredEntries {

        static final String DRAFT = "draft-";
        static final Duration KEPT = Duration.ofDays(30);

        private static final Duration BUSY = Duration.ofDays(1);
        private static final String USED = ".used";

        /** The names of entries and drafts; the folder may contain other files. */
        private static final Pattern OURS = Pattern.compile("[0-9a-f]{64}(\\.jar)?|" + DRAFT + "\\d+");

        private final Path folder;
        private final long quotaBytes;
        private long receiving;

        StoredEntries(Path folder, long quotaBytes) {
            this.folder = folder;
            this.quotaBytes = quotaBytes;
        }

        /** The space reserved for an entry until it is stored. */
        interface Room extends AutoCloseable {
            @Override
            void close();
        }

        private record Stored(Path path, Instant used, long bytes) {

            boolean isDraft() {
                return String.valueOf(path.getFileName()).startsWith(DRAFT);
            }
        }

        void used(Path entry) {
            Path mark = mark(entry);
            try {
                if (Files.notExists(mark)) {
                    Files.createFile(mark);
                }
                Files.setLastModifiedTime(mark, FileTime.from(Instant.now()));
            } catch (IOException e) {
                // The error is harmless: the entry is only removed earlier than necessary.
            }
        }

        private static Path mark(Path entry) {
            return entry.resolveSibling(entry.getFileName() + USED);
        }

        /**
         * Removes old entries, and further entries until there is space for the new one.
         *
         * @throws IOException if there is no space for it
         */
        synchronized Room makeRoom(PathEntry wanted) throws IOException {
            long needed = Math.max(0, wanted.bytes());
            List<Stored> all = all();
            long total = receiving + all.stream().mapToLong(Stored::bytes).sum();
            Instant now = Instant.now();
            for (Stored each : all) {
                boolean idle = each.used().isBefore(now.minus(BUSY));
                boolean old = each.used().isBefore(now.minus(each.isDraft() ? BUSY : KEPT));
                if (old || (idle && needed <= quotaBytes && total > quotaBytes - needed)) {
                    remove(each.path());
                    total -= each.bytes();
                }
            }
            if (needed > quotaBytes || total > quotaBytes - needed) {
                throw new IOException(
                        "Not enough space for " + wanted.path() + " (" + Quantity.MEMORY.format((double) needed) + "): "
                                + folder + " is limited to " + Quantity.MEMORY.format((double) quotaBytes) + ", of"
                                + " which "
                                + Quantity.MEMORY.format((double) total)
                                + " were used in the last day. Copy the file to this machine, or start the node with"
                                + " another --store.");
            }
            receiving += needed;
            return () -> received(needed);
        }

        private synchronized void received(long bytes) {
            receiving -= bytes;
        }

        static void remove(Path entry) throws IOException {
            FolderTree.delete(entry);
            Files.deleteIfExists(mark(entry));
        }

        /** Returns all entries, the least recently used first, and the drafts of killed nodes. */
        private List<Stored> all() throws IOException {
            List<Stored> all = new ArrayList<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path path : files.filter(StoredEntries::isOurs).toList()) {
                    Path mark = mark(path);
                    Path timed = Files.exists(mark) ? mark : path;
                    Instant used = Files.getLastModifiedTime(timed).toInstant();
                    all.add(new Stored(path, used, size(path)));
                }
            }
            all.sort(Comparator.comparing(Stored::used));
            return all;
        }

        private static boolean isOurs(Path file) {
            return OURS.matcher(String.valueOf(file.getFileName())).matches();
        }

        /** Returns the size of an entry; if it is still being received, the space reserved for it. */
        private static long size(Path path) throws IOException {
            if (String.valueOf(path.getFileName()).startsWith(DRAFT)) {
                return 0;
            }
            long bytes = 0;
            for (Path file : PathEntry.files(path)) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
