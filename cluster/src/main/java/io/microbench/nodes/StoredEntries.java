/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.nodes;

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
 * Limits what an {@link EntryStore} takes on disk: what nobody has used for {@link #KEPT} is removed, and the least recently used
 * where room is needed.
 *
 * <p>An empty file {@code <entry>.used} beside each entry has the time of its last use; the time of a jar itself stays, as class
 * archives depend on it. What was used in the last day may belong to a suite that runs, and stays.
 */
final class StoredEntries {

    static final String DRAFT = "draft-";
    static final Duration KEPT = Duration.ofDays(30);

    private static final Duration BUSY = Duration.ofDays(1);
    private static final String USED = ".used";

    /** The folder may be one that has other files, too. */
    private static final Pattern OURS = Pattern.compile("[0-9a-f]{64}(\\.jar)?|" + DRAFT + "\\d+");

    private final Path folder;
    private final long quotaBytes;
    private long receiving;

    StoredEntries(Path folder, long quotaBytes) {
        this.folder = folder;
        this.quotaBytes = quotaBytes;
    }

    /** Room for an entry until it is stored. */
    interface Room extends AutoCloseable {
        @Override
        void close();
    }

    private record Stored(Path path, Instant used, long bytes) {

        boolean isDraft() {
            return String.valueOf(path.getFileName()).startsWith(DRAFT);
        }
    }

    /** Notes that an entry is used now. */
    void used(Path entry) {
        Path mark = mark(entry);
        try {
            if (Files.notExists(mark)) {
                Files.createFile(mark);
            }
            Files.setLastModifiedTime(mark, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // It is removed sooner than it need be.
        }
    }

    private static Path mark(Path entry) {
        return entry.resolveSibling(entry.getFileName() + USED);
    }

    /**
     * Removes what is old, and as much of the rest as the entry needs.
     *
     * @throws IOException if there is no room for it
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
                    "There is no room for " + wanted.path() + " (" + Quantity.MEMORY.format((double) needed) + "): "
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

    /** Removes an entry; one that is not there is no failure. */
    static void remove(Path entry) throws IOException {
        FolderTree.delete(entry);
        Files.deleteIfExists(mark(entry));
    }

    /** Returns what is stored, the least recently used first, with drafts, which nodes leave that are killed. */
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

    /** Returns the size of an entry; what is still received has its room already. */
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
