// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.Mode;
import io.microbench.text.WholeFile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Keeps what is in the files of a {@link FolderHistory} in one file that is quick to read.
 *
 * <p>The files are the history; this is a copy of what was read from them, and it may be missing, out of date, damaged, or that
 * of another folder: each of its entries names the file it was read from with size, change time and checksum, and counts only for that
 * file as it is now. A file whose change time differs, because it was copied or checked out, or is not known on this system, is
 * compared by its checksum. What no entry counts for is read from its file, as if there were no index. So files may come and go, and folders be merged, in any
 * way.
 *
 * <p>It has the numbers of all cases ({@link IndexedCases}), then the names that they stand for, the runs, and a checksum.
 *
 * <p>It is written by those who read, once they had to read {@link #WORTH} files themselves and at the end, whole and in one step;
 * where that is not possible, the next reader tries again. It lies in a folder of its own whose {@code .gitignore} keeps it out of version
 * control.
 */
final class FolderIndex {

    /** How many files somebody has to read before the index is written: below it takes longer than it saves. */
    static final int WORTH = 64;

    /** A larger index is neither written nor read, as it has to be in memory as a whole. */
    private static final int MOST_BYTES = 1 << 30;

    private static final String FOLDER = ".index";
    private static final String FILE = "runs.bin";

    /** The version of the layout. */
    private static final int VERSION = 3;

    /** Version, where the names begin, and checksum. */
    private static final int TAIL = 2 * Integer.BYTES + Long.BYTES;

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

    private final Map<String, Entry> entries = new HashMap<>();

    private FolderIndex() {}

    static int checksum(byte[] content) {
        return (int) checksum(content, content.length);
    }

    private static long checksum(byte[] content, int length) {
        CRC32C sum = new CRC32C();
        sum.update(content, 0, length);
        return sum.getValue();
    }

    /** Reads the index of a folder; an empty one stands for an index that is not there or of no use. */
    static FolderIndex read(Path folder) {
        Path file = folder.resolve(FOLDER).resolve(FILE);
        try {
            FolderIndex index = new FolderIndex();
            if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
                index.parse(Files.readAllBytes(file));
            }
            return index;
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // The files are there still.
            return new FolderIndex();
        }
    }

    private void parse(byte[] content) throws IOException {
        int end = content.length - TAIL;
        ByteBuffer bytes = ByteBuffer.wrap(content);
        if (end < 0
                || bytes.getInt(end) != VERSION
                || bytes.getLong(end + 2 * Integer.BYTES) != checksum(content, end + 2 * Integer.BYTES)) {
            return;
        }
        int begin = bytes.getInt(end + Integer.BYTES);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, begin, end - begin));
        IndexedCases.Names names = new IndexedCases.Names(texts(in), new ArrayList<>());
        for (int i = in.readInt(); i > 0; i--) {
            names.shapes()
                    .add(new IndexedCases.Shape(
                            Mode.of(in.readUTF()),
                            in.readUTF(),
                            new ForkSetup(in.readUTF(), texts(in), in.readUTF(), texts(in))));
        }
        Map<Fingerprint, Fingerprint> environments = new HashMap<>();
        for (int i = in.readInt(); i > 0; i--) {
            String file = in.readUTF();
            Stamp stamp = new Stamp(in.readLong(), changed(in.readBoolean(), in.readLong()), in.readInt());
            RunSummary run = new RunSummary(
                    in.readUTF(),
                    Instant.ofEpochMilli(in.readLong()),
                    texts(in).stream().findFirst(),
                    in.readBoolean(),
                    texts(in).stream().findFirst(),
                    environments.computeIfAbsent(
                            new Fingerprint(in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF()), each -> each),
                    new IndexedCases(names, bytes, in.readInt(), in.readInt()));
            entries.put(file, new Entry(stamp, run));
        }
    }

    private static OptionalLong changed(boolean known, long time) {
        return known ? OptionalLong.of(time) : OptionalLong.empty();
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            texts.add(in.readUTF());
        }
        return texts;
    }

    private static void texts(DataOutputStream out, Collection<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            out.writeUTF(text);
        }
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
    static void write(Path folder, Map<String, Entry> files) {
        try {
            Path place = Files.createDirectories(folder.resolve(FOLDER));
            Path ignored = place.resolve(".gitignore");
            if (!Files.exists(ignored)) {
                WholeFile.write(ignored, "*\n");
            }
            WholeFile.writeBytes(place.resolve(FILE), out -> write(files, out));
        } catch (IOException e) {
            // A folder that cannot be written to, or is too large, is read file by file.
        }
    }

    private static void write(Map<String, Entry> files, OutputStream file) throws IOException {
        CheckedOutputStream sum = new CheckedOutputStream(file, new CRC32C());
        DataOutputStream out = new DataOutputStream(sum);
        Map<String, Integer> ids = new LinkedHashMap<>();
        Map<IndexedCases.Shape, Integer> shapes = new LinkedHashMap<>();
        Map<String, Integer> begins = new HashMap<>();
        for (Map.Entry<String, Entry> each : files.entrySet()) {
            if (out.size() > MOST_BYTES) {
                throw new IOException("an index of more than " + MOST_BYTES + " bytes");
            }
            begins.put(each.getKey(), out.size());
            out.write(IndexedCases.numbers(each.getValue().run().cases(), ids, shapes));
        }
        int begin = out.size();
        texts(out, ids.keySet());
        out.writeInt(shapes.size());
        for (IndexedCases.Shape shape : shapes.keySet()) {
            ForkSetup setup = shape.setup();
            out.writeUTF(shape.mode().label());
            out.writeUTF(shape.unit());
            out.writeUTF(setup.vm());
            texts(out, setup.jvmArgs());
            out.writeUTF(setup.blackholeMode());
            texts(out, setup.facts());
        }
        out.writeInt(files.size());
        for (Map.Entry<String, Entry> each : files.entrySet()) {
            Stamp stamp = each.getValue().stamp();
            RunSummary run = each.getValue().run();
            out.writeUTF(each.getKey());
            out.writeLong(stamp.size());
            out.writeBoolean(stamp.changed().isPresent());
            out.writeLong(stamp.changed().orElse(0));
            out.writeInt(stamp.checksum());
            out.writeUTF(run.id());
            out.writeLong(run.time().toEpochMilli());
            texts(out, run.commit().stream().toList());
            out.writeBoolean(run.dirty());
            texts(out, run.branch().stream().toList());
            Fingerprint environment = run.environment();
            for (String text : List.of(environment.jdk(), environment.vm(), environment.cpuModel(), environment.os())) {
                out.writeUTF(text);
            }
            out.writeInt(begins.getOrDefault(each.getKey(), 0));
            out.writeInt(run.cases().size());
        }
        out.writeInt(VERSION);
        out.writeInt(begin);
        out.writeLong(sum.getChecksum().getValue());
    }
}
