/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * Keeps what is in the files of a {@link FolderHistory} in one file that is quick to read.
 *
 * <p>The files are the history; this is a copy of what was read from them, and it may be missing, out of date, damaged, or that
 * of another folder: each of its entries names the file it was read from with size, change time and checksum, and counts only for that
 * file as it is now. A file whose change time differs, because it was copied or checked out, or is not known on this system, is
 * compared by its checksum. What no entry counts for is read from its file, as if there were no index. So files may come and go, and folders be merged, in any
 * way.
 *
 * <p>It is written by those who read, once they had to read {@link #WORTH} files themselves and at the end, whole and in one step;
 * where that is not possible, the next reader tries again. It lies in a folder of its own whose {@code .gitignore} keeps it out of version
 * control.
 */
final class FolderIndex {

    /** How many files somebody has to read before the index is written: below it takes longer than it saves. */
    static final int WORTH = 64;

    /** A larger index is not written, as it has to be in memory as a whole. */
    private static final int MOST_BYTES = 1 << 30;

    private static final String FOLDER = ".index";
    private static final String FILE = "runs.bin";

    /** "MBHI" and the version of the layout. */
    private static final long MAGIC = 0x4d424849_00000002L;

    private static final int HEADER = 2 * Long.BYTES;

    /**
     * What is known of a file.
     *
     * @param size of the file in bytes
     * @param changed its {@link io.microbench.text.ChangeTime}; empty where that is not known
     * @param checksum of its content
     */
    record Stamp(long size, OptionalLong changed, int checksum) {

        /** Returns the stamp of a file with another time. */
        Stamp at(OptionalLong time) {
            return new Stamp(size, time, checksum);
        }
    }

    /** What was read from a file. */
    record Entry(Stamp stamp, RunSummary run) {}

    private final Map<String, Entry> entries;
    private final IndexDictionary dictionary;

    private FolderIndex(Map<String, Entry> entries, IndexDictionary dictionary) {
        this.entries = entries;
        this.dictionary = dictionary;
    }

    private static FolderIndex empty() {
        return new FolderIndex(Map.of(), new IndexDictionary());
    }

    static int checksum(byte[] content) {
        CRC32C sum = new CRC32C();
        sum.update(content);
        return (int) sum.getValue();
    }

    /** Reads the index of a folder; an empty one stands for an index that is not there or of no use. */
    static FolderIndex read(Path folder) {
        Path file = folder.resolve(FOLDER).resolve(FILE);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return empty();
            }
            return parse(Files.readAllBytes(file)).orElseGet(FolderIndex::empty);
        } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // The files are there still.
            return empty();
        }
    }

    private static Optional<FolderIndex> parse(byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        if (content.length < HEADER || bytes.getLong() != MAGIC) {
            return Optional.empty();
        }
        CRC32C sum = new CRC32C();
        sum.update(content, HEADER, content.length - HEADER);
        if (bytes.getLong() != sum.getValue()) {
            return Optional.empty();
        }
        IndexInput in = new IndexInput(bytes);
        IndexDictionary dictionary = IndexDictionary.read(in);
        int count = in.count();
        int blocks = in.number();
        Map<String, Entry> entries = new HashMap<>(2 * count);
        for (int i = 0; i < count; i++) {
            String name = in.text();
            Stamp stamp = new Stamp(in.longNumber(), in.maybeLong(), in.number());
            entries.put(name, new Entry(stamp, run(in, dictionary, bytes, blocks)));
        }
        return Optional.of(new FolderIndex(entries, dictionary));
    }

    private static RunSummary run(IndexInput in, IndexDictionary dictionary, ByteBuffer bytes, int blocks) {
        return new RunSummary(
                in.text(),
                Instant.ofEpochMilli(in.longNumber()),
                in.maybeText(),
                in.flag(),
                in.maybeText(),
                dictionary.environments.get(in.number()),
                new IndexedCases(dictionary, bytes, blocks + in.number(), in.number(), in.number()));
    }

    /** Returns what was read from the file of this name; whether that still holds is for its stamp to tell. */
    Optional<Entry> entry(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** Returns what was read from files, and for all other files what the index has. */
    Map<String, Entry> with(Map<String, Entry> files) {
        Map<String, Entry> all = new TreeMap<>(entries);
        all.putAll(files);
        return all;
    }

    /**
     * Writes the index of a folder anew; where that cannot be done, there is none or the earlier one.
     *
     * @param files what the folder has, by the names of the files
     */
    void write(Path folder, Map<String, Entry> files) {
        try {
            Path place = Files.createDirectories(folder.resolve(FOLDER));
            Path ignored = place.resolve(".gitignore");
            if (!Files.exists(ignored)) {
                WholeFile.write(ignored, "*\n");
            }
            List<byte[]> parts = parts(files);
            if (!parts.isEmpty()) {
                WholeFile.writeBytes(place.resolve(FILE), out -> {
                    for (byte[] part : parts) {
                        out.write(part);
                    }
                });
            }
        } catch (IOException e) {
            // A folder that cannot be written to is read file by file.
        }
    }

    /**
     * Returns the content: a header, what runs have in common, the runs, and a block of cases for each. Nothing where that
     * would be too large.
     */
    private List<byte[]> parts(Map<String, Entry> files) {
        IndexOutput runs = new IndexOutput();
        List<byte[]> blocks = new ArrayList<>();
        int place = 0;
        for (Map.Entry<String, Entry> file : files.entrySet()) {
            Stamp stamp = file.getValue().stamp();
            RunSummary run = file.getValue().run();
            byte[] block = IndexedCases.block(run.cases(), dictionary);
            runs.text(file.getKey());
            runs.longNumber(stamp.size());
            runs.maybeLong(stamp.changed());
            runs.number(stamp.checksum());
            runs.text(run.id());
            runs.longNumber(run.time().toEpochMilli());
            runs.maybeText(run.commit());
            runs.flag(run.dirty());
            runs.maybeText(run.branch());
            runs.number(dictionary.environments.add(run.environment()));
            runs.number(place);
            runs.number(block.length);
            runs.number(run.cases().size());
            blocks.add(block);
            place += block.length;
            if (place + runs.size() > MOST_BYTES) {
                return List.of();
            }
        }
        IndexOutput common = new IndexOutput();
        dictionary.write(common);
        common.count(files.size());
        common.number(HEADER + common.size() + Integer.BYTES + runs.size());
        List<byte[]> parts = new ArrayList<>(List.of(common.bytes(), runs.bytes()));
        parts.addAll(blocks);
        CRC32C sum = new CRC32C();
        parts.forEach(sum::update);
        IndexOutput header = new IndexOutput();
        header.longNumber(MAGIC);
        header.longNumber(sum.getValue());
        parts.add(0, header.bytes());
        return parts;
    }
}
