// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.FolderIndex.Entry;
import io.microbench.history.FolderIndex.Stamp;
import io.microbench.text.ChangeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

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
            FolderIndex.write(folder, index.with(files));
        }
        return entry.run();
    }

    private Entry entry(Path file, Optional<Entry> known) {
        long size;
        OptionalLong changed;
        try {
            size = Files.size(file);
            changed = ChangeTime.of(file);
        } catch (IOException e) {
            // Whoever opens the file says best what is wrong with it.
            return new Entry(new Stamp(-1, OptionalLong.empty(), 0), SummaryJson.read(file));
        }
        Optional<Entry> candidate = known.filter(entry -> entry.stamp().size() == size);
        if (candidate.isPresent()
                && changed.isPresent()
                && candidate.get().stamp().changed().equals(changed)) {
            return candidate.get();
        }
        byte[] content = SummaryJson.bytes(file);
        int checksum = FolderIndex.checksum(content);
        if (candidate.isPresent() && candidate.get().stamp().checksum() == checksum) {
            Entry same = candidate.get();
            if (changed.isPresent()) {
                opened++;
            }
            return new Entry(same.stamp().at(changed), same.run());
        }
        RunSummary run = SummaryJson.parse(file, content);
        opened++;
        return new Entry(new Stamp(content.length, changed, checksum), run);
    }

    /** Ends the reading of all files. */
    void end() {
        if (opened >= FolderIndex.WORTH) {
            FolderIndex.write(folder, files);
        }
    }
}
