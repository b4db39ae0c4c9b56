// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.process.FolderTree;
import io.microbench.text.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Limits the disk space of an {@link EntryStore}: removes entries that were not used for {@link #KEPT}, and the least
 * recently used ones when space is needed.
 *
 * <p>An empty file {@code <entry>.used} next to each entry has the time of its last use; the time of the jar does not
 * change, because class archives depend on it. Entries that were used in the last day may belong to a running suite and
 * are kept.
 */
final class StoredEntries {

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

    /** Reserved space for an entry until it is stored. */
    interface Room extends AutoCloseable {
        @Override
        void close();
    }

    private record Stored(Path path, Instant used, long bytes) {

        boolean isDraft() {
            return String.valueOf(path.getFileName()).startsWith(DRAFT);
        }
    }

    /** Records the use of an entry. */
    void used(Path entry) {
        Path mark = mark(entry);
        try {
            if (Files.notExists(mark)) {
                Files.createFile(mark);
            }
            Files.setLastModifiedTime(mark, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // Harmless: the entry is only removed earlier than necessary.
        }
    }

    private static Path mark(Path entry) {
        return entry.resolveSibling(entry.getFileName() + USED);
    }

    /**
     * Removes old entries, and as many others as the new entry needs.
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
                            + folder + " may hold " + Quantity.MEMORY.format((double) quotaBytes) + ", and "
                            + Quantity.MEMORY.format((double) total)
                            + " of that were used in the last day. Put the file on this machine, or start the node with another"
                            + " --store.");
        }
        receiving += needed;
        return () -> received(needed);
    }

    private synchronized void received(long bytes) {
        receiving -= bytes;
    }

    /** Removes an entry, if it exists. */
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
