// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.ChangeTime;
import io.microbench.text.WholeFile;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a {@link FolderHistory}, and keeps what it read in one file that is quick to read.
 *
 * <p>The files are the history; this is a copy of what was read from them, and it may be missing, out of date, damaged, or that
 * of another folder: each of its entries names the file it was read from with size, change time and checksum, and counts only for that
 * file as it is now. A file whose change time differs, because it was copied or checked out, or is not known on this system, is
 * compared by its checksum. What no entry counts for is read from its file, as if there were no index. So files may come and go,
 * and folders be merged, in any way.
 *
 * <p>It has the numbers of all cases ({@link IndexedCases}), then a JSON document with the runs and the names that the numbers
 * stand for, and a checksum. It is written by those who read, once they had to read {@link #WORTH} files themselves and at the end,
 * whole and in one step; where that is not possible, the next reader tries again. It lies in a folder of its own whose
 * {@code .gitignore} keeps it out of version control.
 */
final class FolderIndex {

    /** How many files somebody has to read before the index is written: below it takes longer than it saves. */
    static final int WORTH = 64;

    /** A larger index is neither written nor read, as it has to be in memory as a whole. */
    private static final int MOST_BYTES = 1 << 30;

    /** The version of the layout. */
    private static final int VERSION = 4;

    /** Version, where the document begins, and checksum. */
    private static final int TAIL = 2 * Integer.BYTES + Long.BYTES;

    private static final StoredJson<Contents> JSON = new StoredJson<>("index", "index", VERSION, Contents.class);

    /** What was read from a file of this size, change time, where that is known, and checksum. */
    private record Entry(String file, long size, OptionalLong changed, long checksum, RunSummary run) {

        Entry with(List<CaseSummary> cases) {
            return new Entry(file, size, changed, checksum, run.withCases(cases));
        }
    }

    /** An entry without its cases, whose numbers are elsewhere: so many cases, each with so many numbers. */
    private record Row(Entry entry, int cases, int width) {}

    private record Contents(List<String> ids, List<IndexedCases.Shape> shapes, List<Row> rows) {}

    private final Path file;
    private final Map<String, Entry> known;
    private final Map<String, Entry> found = new TreeMap<>();
    private int opened;
    private int keepAt = WORTH;

    private FolderIndex(Path file, Map<String, Entry> known) {
        this.file = file;
        this.known = known;
    }

    /** Opens the index of a folder; one that is not there or of no use is empty. */
    static FolderIndex open(Path folder) {
        Path file = folder.resolve(".index").resolve("runs.bin");
        Map<String, Entry> known = new HashMap<>();
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
                parse(file, Files.readAllBytes(file), known);
            }
        } catch (IOException | IndexOutOfBoundsException | HistoryException e) {
            // The files are there still.
            known.clear();
        }
        return new FolderIndex(file, known);
    }

    private static void parse(Path file, byte[] content, Map<String, Entry> known) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int end = content.length - TAIL;
        int summed = content.length - Long.BYTES;
        if (end < 0 || bytes.getInt(end) != VERSION || bytes.getLong(summed) != checksum(content, summed)) {
            return;
        }
        int begin = bytes.getInt(end + Integer.BYTES);
        Contents contents = JSON.parse(file.toString(), Arrays.copyOfRange(content, begin, end));
        DoubleBuffer numbers = bytes.slice(0, begin).asDoubleBuffer();
        int at = 0;
        for (Row row : contents.rows()) {
            int length = row.cases() * row.width();
            List<CaseSummary> cases =
                    new IndexedCases(contents.ids(), contents.shapes(), numbers.slice(at, length), row.width());
            known.put(row.entry().file(), row.entry().with(cases));
            at += length;
        }
    }

    private static long checksum(byte[] content, int length) {
        CRC32C sum = new CRC32C();
        sum.update(content, 0, length);
        return sum.getValue();
    }

    /**
     * Reads the run of a file.
     *
     * @throws HistoryException if it cannot be read or is not a summary that this version understands
     */
    RunSummary run(Path file) {
        String name = file.getFileName().toString();
        Entry entry = entry(file, name, known.get(name));
        found.put(name, entry);
        if (opened >= keepAt) {
            // A reader that is interrupted leaves what it read to the next; twice as many each time costs little.
            keepAt *= 2;
            known.putAll(found);
            write(known);
        }
        return entry.run();
    }

    private Entry entry(Path file, String name, @Nullable Entry before) {
        long size = -1;
        OptionalLong changed = OptionalLong.empty();
        try {
            size = Files.size(file);
            changed = ChangeTime.of(file);
        } catch (IOException e) {
            // Whoever opens the file says best what is wrong with it.
        }
        if (before != null
                && before.size() == size
                && changed.isPresent()
                && before.changed().equals(changed)) {
            return before;
        }
        byte[] content = StoredJson.RUN.bytes(file);
        long checksum = checksum(content, content.length);
        if (before != null && before.size() == content.length && before.checksum() == checksum) {
            opened += changed.isPresent() ? 1 : 0;
            return new Entry(name, content.length, changed, checksum, before.run());
        }
        RunSummary run = StoredJson.RUN.parse(file.toString(), content);
        opened++;
        return new Entry(name, content.length, changed, checksum, run);
    }

    /** Keeps what was read from all files, if that is worth it. */
    void keep() {
        if (opened >= WORTH) {
            write(found);
        }
    }

    private void write(Map<String, Entry> entries) {
        try {
            Path ignored = Files.createDirectories(file.resolveSibling(".")).resolve(".gitignore");
            if (!Files.exists(ignored)) {
                WholeFile.write(ignored, "*\n");
            }
            WholeFile.writeBytes(file, out -> write(entries, out));
        } catch (IOException e) {
            // A folder that cannot be written to, or is too large, is read file by file.
        }
    }

    private static void write(Map<String, Entry> entries, OutputStream file) throws IOException {
        CheckedOutputStream sum = new CheckedOutputStream(file, new CRC32C());
        DataOutputStream out = new DataOutputStream(sum);
        Map<String, Integer> ids = new LinkedHashMap<>();
        Map<IndexedCases.Shape, Integer> shapes = new LinkedHashMap<>();
        List<Row> rows = new ArrayList<>();
        for (Entry each : entries.values()) {
            if (out.size() > MOST_BYTES) {
                throw new IOException("an index of more than " + MOST_BYTES + " bytes");
            }
            List<CaseSummary> cases = each.run().cases();
            int width = IndexedCases.width(cases);
            out.write(IndexedCases.numbers(cases, width, ids, shapes));
            rows.add(new Row(each.with(List.of()), cases.size(), width));
        }
        int begin = out.size();
        Contents contents = new Contents(List.copyOf(ids.keySet()), List.copyOf(shapes.keySet()), rows);
        out.write(JSON.write(contents).getBytes(StandardCharsets.UTF_8));
        out.writeInt(VERSION);
        out.writeInt(begin);
        out.writeLong(sum.getChecksum().getValue());
    }
}
