// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseSummary.ExecutedCode;
import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.CaseResult;
import io.microbench.result.Mode;
import io.microbench.stats.Interval;
import io.microbench.text.ChangeTime;
import io.microbench.text.WholeFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.RandomAccess;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a {@link FolderHistory}, and stores a copy of their content in an index file that can be read quickly.
 *
 * <p>Only the files are authoritative. The index may be missing, out of date, damaged, or that of another folder: each entry contains the
 * name, size, change time and checksum of its file, and is only used if they match. If the change time differs, because the file was copied
 * or checked out, or is unknown on this system, the checksum decides. Files without a matching entry are read, so files may be added,
 * removed and merged at any time.
 *
 * <p>The index contains the numbers of all cases ({@link IndexedCases}), then their ids, the runs, and a checksum. Readers write it
 * atomically as soon as they have read {@link #WORTH} files without it, and at the end; if that fails, the next reader tries again. It is
 * in a separate folder with a {@code .gitignore} that excludes it from version control.
 */
final class FolderIndex {

    /** Minimum number of files read without the index before it is written; for fewer files, writing it takes longer than it saves. */
    static final int WORTH = 64;

    /** Maximum size of an index, which is held in memory while it is written or read. */
    private static final int MOST_BYTES = 1 << 30;

    private static final int VERSION = 5;

    /** Size, in bytes, of the version, the offset of the ids, and the checksum. */
    private static final int TAIL = 2 * Integer.BYTES + Long.BYTES;

    /** The content of a file with its size, its change time (if known) and its checksum. */
    private record Entry(long size, OptionalLong changed, long checksum, RunSummary run) {}

    private final Path file;
    private final Map<String, Entry> known;
    private final Map<String, Entry> found = new TreeMap<>();
    private int opened;
    private int keepAt = WORTH;

    private FolderIndex(Path file, Map<String, Entry> known) {
        this.file = file;
        this.known = known;
    }

    /** Opens the index of a folder; treats a missing or unusable index as empty. */
    static FolderIndex open(Path folder) {
        Path file = folder.resolve(".index").resolve("runs.bin");
        Map<String, Entry> known = new HashMap<>();
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
                parse(Files.readAllBytes(file), known);
            }
        } catch (IOException | IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
            // The files are read instead.
            known.clear();
        }
        return new FolderIndex(file, known);
    }

    private static void parse(byte[] content, Map<String, Entry> known) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int end = content.length - TAIL;
        int summed = content.length - Long.BYTES;
        if (end < 0 || bytes.getInt(end) != VERSION || bytes.getLong(summed) != checksum(content, summed)) {
            return;
        }
        int begin = bytes.getInt(end + Integer.BYTES);
        DoubleBuffer numbers = bytes.slice(0, begin).order(IndexedCases.ORDER).asDoubleBuffer();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, begin, end - begin));
        List<String> ids = texts(in);
        List<IndexedCases.Shape> shapes = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            List<String> texts = texts(in);
            ForkSetup setup = new ForkSetup(texts.get(2), texts(in), texts.get(3), texts(in));
            shapes.add(new IndexedCases.Shape(Mode.of(texts.get(0)), texts.get(1), setup));
        }
        Map<List<String>, Fingerprint> environments = new HashMap<>();
        int at = 0;
        for (int i = in.readInt(); i > 0; i--) {
            List<String> names = texts(in);
            Optional<String> commit = texts(in).stream().findFirst();
            Optional<String> branch = texts(in).stream().findFirst();
            Fingerprint environment = environments.computeIfAbsent(
                    texts(in), each -> new Fingerprint(each.get(0), each.get(1), each.get(2), each.get(3)));
            boolean dirty = in.readBoolean();
            Instant time = Instant.ofEpochMilli(in.readLong());
            int length = in.readInt();
            List<CaseSummary> cases = new IndexedCases(ids, shapes, numbers.slice(at, length), in.readInt());
            RunSummary run = new RunSummary(names.get(1), time, commit, dirty, branch, environment, cases);
            OptionalLong changed = texts(in).stream().mapToLong(Long::parseLong).findFirst();
            known.put(names.get(0), new Entry(in.readLong(), changed, in.readLong(), run));
            at += length;
        }
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

    private static long checksum(byte[] content, int length) {
        CRC32C sum = new CRC32C();
        sum.update(content, 0, length);
        return sum.getValue();
    }

    RunSummary run(Path file) {
        String name = file.getFileName().toString();
        Entry entry = entry(file, known.get(name));
        found.put(name, entry);
        if (opened >= keepAt) {
            // If this reader is interrupted, the next one can use the part that was written. Doubling limits the cost.
            keepAt *= 2;
            known.putAll(found);
            write(known);
        }
        return entry.run();
    }

    private Entry entry(Path file, @Nullable Entry before) {
        long size = -1;
        OptionalLong changed = OptionalLong.empty();
        try {
            size = Files.size(file);
            changed = ChangeTime.of(file);
        } catch (IOException e) {
            // Opening the file reports the error.
        }
        if (before != null
                && before.size() == size
                && changed.isPresent()
                && before.changed().equals(changed)) {
            return before;
        }
        byte[] content = StoredJson.RUN.reader().bytes(file);
        long checksum = checksum(content, content.length);
        if (before != null && before.size() == content.length && before.checksum() == checksum) {
            opened += changed.isPresent() ? 1 : 0;
            return new Entry(content.length, changed, checksum, before.run());
        }
        RunSummary run = StoredJson.RUN.reader().read(file.toString(), content);
        opened++;
        return new Entry(content.length, changed, checksum, run);
    }

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
        } catch (IOException | ArithmeticException e) {
            // Without an index, all files of the folder are read.
        }
    }

    private static void write(Map<String, Entry> entries, OutputStream file) throws IOException {
        CheckedOutputStream sum = new CheckedOutputStream(file, new CRC32C());
        DataOutputStream out = new DataOutputStream(sum);
        Map<String, Integer> ids = new LinkedHashMap<>();
        Map<IndexedCases.Shape, Integer> shapes = new LinkedHashMap<>();
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            if (out.size() > MOST_BYTES) {
                throw new IOException("an index of more than " + MOST_BYTES + " bytes");
            }
            List<CaseSummary> cases = each.getValue().run().cases();
            int width = IndexedCases.width(cases);
            if ((long) cases.size() * width * Double.BYTES > MOST_BYTES / 8) {
                throw new IOException("a run with too many forks of one case");
            }
            out.write(IndexedCases.numbers(cases, width, ids, shapes));
            write(each.getKey(), each.getValue(), width, new DataOutputStream(rows));
        }
        int begin = out.size();
        texts(out, ids.keySet());
        out.writeInt(shapes.size());
        for (IndexedCases.Shape shape : shapes.keySet()) {
            ForkSetup setup = shape.setup();
            texts(out, List.of(shape.mode().label(), shape.unit(), setup.vm(), setup.blackholeMode()));
            texts(out, setup.jvmArgs());
            texts(out, setup.facts());
        }
        out.writeInt(entries.size());
        rows.writeTo(out);
        out.writeInt(VERSION);
        out.writeInt(begin);
        out.writeLong(sum.getChecksum().getValue());
    }

    private static void write(String name, Entry entry, int width, DataOutputStream out) throws IOException {
        RunSummary run = entry.run();
        Fingerprint environment = run.environment();
        texts(out, List.of(name, run.id()));
        texts(out, run.commit().stream().toList());
        texts(out, run.branch().stream().toList());
        texts(out, List.of(environment.jdk(), environment.vm(), environment.cpuModel(), environment.os()));
        out.writeBoolean(run.dirty());
        out.writeLong(run.time().toEpochMilli());
        out.writeInt(run.cases().size() * width);
        out.writeInt(width);
        texts(out, entry.changed().stream().mapToObj(Long::toString).toList());
        out.writeLong(entry.size());
        out.writeLong(entry.checksum());
    }

    /**
     * The cases of a run in a {@link FolderIndex}. Each case is a row of numbers, which ends with the values of its forks; NaN represents a
     * missing value. A {@link CaseSummary} is created on request.
     */
    static final class IndexedCases extends AbstractList<CaseSummary> implements RandomAccess {

        /** The number of columns before the values of the forks. */
        private static final int FIXED = 9;

        private static final int STARVED = 7;

        /** The column of the code's digest, whose 48 bits a double represents exactly. */
        private static final int CODE = 8;

        /** The byte order of most processors. */
        static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

        record Shape(Mode mode, String unit, ForkSetup setup) {}

        private final List<String> ids;
        private final List<Shape> shapes;
        private final DoubleBuffer numbers;
        private final int width;
        private final int count;

        /** Creates the cases from rows of the given width, in which the first two numbers are indexes in the lists. */
        IndexedCases(List<String> ids, List<Shape> shapes, DoubleBuffer numbers, int width) {
            this.ids = ids;
            this.shapes = shapes;
            this.numbers = numbers;
            this.width = width;
            this.count = numbers.capacity() / width;
        }

        static int width(List<CaseSummary> cases) {
            return FIXED + cases.stream().mapToInt(CaseSummary::forks).max().orElse(0);
        }

        /** Returns the rows of the given cases; adds ids and shapes that have no index yet. */
        static byte[] numbers(
                List<CaseSummary> cases, int width, Map<String, Integer> ids, Map<Shape, Integer> shapes) {
            ByteBuffer bytes =
                    ByteBuffer.allocate(cases.size() * width * Double.BYTES).order(ORDER);
            for (CaseSummary each : cases) {
                Shape shape = new Shape(each.mode(), each.unit(), each.setup());
                double[] row = new double[width];
                Arrays.fill(row, Double.NaN);
                row[0] = ids.computeIfAbsent(each.id(), id -> ids.size());
                row[1] = shapes.computeIfAbsent(shape, same -> shapes.size());
                row[2] = each.value();
                each.interval().ifPresent(interval -> {
                    row[3] = interval.low();
                    row[4] = interval.high();
                    row[5] = interval.confidence();
                });
                row[6] = each.allocatedBytes().orElse(Double.NaN);
                row[STARVED] = each.starvedShare().orElse(Double.NaN);
                row[CODE] = each.code()
                        .map(code -> (double) Long.parseLong(code.digest(), 16))
                        .orElse(Double.NaN);
                for (int i = 0; i < each.forks(); i++) {
                    row[FIXED + i] = each.forkValues().get(i);
                }
                for (double number : row) {
                    bytes.putDouble(number);
                }
            }
            return bytes.array();
        }

        @Override
        public int size() {
            return count;
        }

        /** Returns the id of a case without creating its summary, because searches need many ids. */
        String id(int index) {
            return ids.get((int) numbers.get(index * width));
        }

        int starved() {
            int starved = 0;
            for (int at = STARVED; at < numbers.capacity(); at += width) {
                starved += numbers.get(at) > CaseResult.MOSTLY_STARVED ? 1 : 0;
            }
            return starved;
        }

        @Override
        public CaseSummary get(int index) {
            double[] row = new double[width];
            numbers.get(Objects.checkIndex(index, count) * width, row);
            Shape shape = shapes.get((int) row[1]);
            List<Double> forks = new ArrayList<>(width - FIXED);
            for (int i = FIXED; i < width && !Double.isNaN(row[i]); i++) {
                forks.add(row[i]);
            }
            return new CaseSummary(
                    ids.get((int) row[0]),
                    shape.mode(),
                    shape.unit(),
                    row[2],
                    Double.isNaN(row[3]) ? Optional.empty() : Optional.of(new Interval(row[3], row[4], row[5])),
                    known(row[6]),
                    forks,
                    shape.setup(),
                    known(row[STARVED]),
                    Double.isNaN(row[CODE])
                            ? Optional.empty()
                            : Optional.of(new ExecutedCode(String.format(Locale.ROOT, "%012x", (long) row[CODE]), "")));
        }

        private static OptionalDouble known(double number) {
            return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
        }
    }
}
