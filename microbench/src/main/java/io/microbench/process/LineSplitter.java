// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Splits the bytes of one source into lines of text; a line that is too long is cut. */
public final class LineSplitter {

    private final int maxBytes;
    private final Consumer<String> sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean cut;

    /** Creates a splitter that passes lines of at most {@code maxBytes} bytes, without line end, to {@code sink}. */
    public LineSplitter(int maxBytes, Consumer<String> sink) {
        this.maxBytes = maxBytes;
        this.sink = sink;
    }

    /** Adds bytes in pieces up to a line end: a fork may print a gigabyte. */
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

    private void endLine() {
        // Decoded as a whole, because a character may be split between two writes.
        String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
        line.reset();
        sink.accept(cut ? text + " ..." : text);
        cut = false;
    }
}
