/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.history.FolderIndex.Entry;
import io.microbench.history.FolderIndex.Stamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Reads the files of a folder once, from its index where that holds, and writes the index anew where that is worth it. */
final class FolderReading {

    private final Path folder;
    private final FolderIndex index;
    private final TreeMap<String, Entry> files = new TreeMap<>();
    private int opened;
    private int keepAt = FolderIndex.WORTH;

    FolderReading(Path folder) {
        this.folder = folder;
        this.index = FolderIndex.read(folder);
    }

    /**
     * Reads the run of a file.
     *
     * @throws HistoryException if it cannot be read or is not a summary that this version understands
     */
    RunSummary run(Path file) {
        String name = file.getFileName().toString();
        Entry entry = entry(file, index.entry(name));
        files.put(name, entry);
        if (opened >= keepAt) {
            // A reader that is interrupted leaves what it read to the next; twice as many each time costs little.
            keepAt *= 2;
            index.write(folder, index.with(files));
        }
        return entry.run();
    }

    private Entry entry(Path file, Optional<Entry> known) {
        BasicFileAttributes found;
        try {
            found = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException e) {
            // Whoever opens the file says best what is wrong with it.
            return new Entry(new Stamp(-1, 0, 0), SummaryJson.read(file));
        }
        long modified = found.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        Optional<Entry> candidate = known.filter(entry -> entry.stamp().size() == found.size());
        if (candidate.isPresent() && candidate.get().stamp().modified() == modified) {
            return candidate.get();
        }
        byte[] content = SummaryJson.bytes(file);
        int checksum = FolderIndex.checksum(content);
        if (candidate.isPresent() && candidate.get().stamp().checksum() == checksum) {
            opened++;
            Entry same = candidate.get();
            return new Entry(same.stamp().at(modified), same.run());
        }
        RunSummary run = SummaryJson.parse(file, content);
        opened++;
        return new Entry(new Stamp(content.length, modified, checksum), run);
    }

    /** Ends the reading of all files. */
    void end() {
        if (opened >= FolderIndex.WORTH) {
            index.write(folder, files);
        }
    }
}
