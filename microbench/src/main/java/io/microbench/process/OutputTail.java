// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Stores the last lines of a fork's output; bounded. */
public final class OutputTail {

    public static final int MAX_LINES = 40;
    public static final int MAX_LINE_BYTES = 1000;

    private final Deque<String> lines = new ArrayDeque<>();
    private final List<LineSplitter> sources = new ArrayList<>();

    /** Returns a splitter for the bytes of a source; each has its own unfinished line. */
    public synchronized LineSplitter source() {
        LineSplitter source = new LineSplitter(MAX_LINE_BYTES, this::add);
        sources.add(source);
        return source;
    }

    public synchronized void add(String line) {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() > MAX_LINE_BYTES ? line.substring(0, MAX_LINE_BYTES) + " ..." : line);
    }

    /** Returns the last lines of a file, which may be large; empty if it cannot be read. */
    public static List<String> of(Path file) {
        OutputTail tail = new OutputTail();
        byte[] end = bytes(file, MAX_LINES * MAX_LINE_BYTES);
        tail.source().write(end, 0, end.length);
        return tail.lines();
    }

    /** Returns the last bytes of a file, which may be large; empty if it cannot be read. */
    public static byte[] bytes(Path file, int most) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(log.length(), most)];
            log.seek(log.length() - end.length);
            log.readFully(end);
            return end;
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** Returns the lines, including the last one of each source even without a line end. */
    public List<String> lines() {
        // This lock is not held here, because a source holds its own lock while it waits for this one.
        sources().forEach(LineSplitter::finish);
        synchronized (this) {
            return List.copyOf(lines);
        }
    }

    private synchronized List<LineSplitter> sources() {
        return List.copyOf(sources);
    }

    /** Splits the bytes of one source into lines of text; a line that is too long is cut. */
    public static final class LineSplitter extends OutputStream {

        private final int maxBytes;
        private final Consumer<String> sink;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean cut;

        /** Creates a splitter that passes lines of at most {@code maxBytes} bytes, without line end, to {@code sink}. */
        public LineSplitter(int maxBytes, Consumer<String> sink) {
            this.maxBytes = maxBytes;
            this.sink = sink;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        /** Adds bytes in pieces up to a line end: a fork may print a gigabyte. */
        @Override
        public synchronized void write(byte[] bytes, int offset, int count) {
            int end = offset + count;
            int from = offset;
            while (from < end) {
                int newline = from;
                while (newline < end && bytes[newline] != '\n') {
                    newline++;
                }
                int kept = Math.min(newline - from, maxBytes - line.size());
                line.write(bytes, from, kept);
                cut |= kept < newline - from;
                if (newline < end) {
                    endLine();
                }
                from = newline + 1;
            }
        }

        /** Passes on the last line even without a line end. */
        public synchronized void finish() {
            if (line.size() > 0) {
                endLine();
            }
        }

        @Override
        public void close() {
            finish();
        }

        private void endLine() {
            // The line is decoded as a whole, because a character may be split between two writes.
            String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
            line.reset();
            sink.accept(cut ? text + " ..." : text);
            cut = false;
        }
    }
}
