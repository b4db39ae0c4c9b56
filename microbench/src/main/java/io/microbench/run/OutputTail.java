/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Keeps the last lines of what a fork printed; bounded, however much that is. */
final class OutputTail {

    static final int MAX_LINES = 40;
    static final int MAX_LINE_BYTES = 1000;

    private final Deque<String> lines = new ArrayDeque<>();
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int length;
    private boolean cut;

    synchronized void write(byte[] bytes, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            write(bytes[i]);
        }
    }

    private void write(byte b) {
        if (b == '\n') {
            endLine();
        } else if (length < MAX_LINE_BYTES) {
            line[length++] = b;
        } else {
            cut = true;
        }
    }

    private void endLine() {
        String text = new String(line, 0, length, StandardCharsets.UTF_8).stripTrailing();
        add(cut ? text + " ..." : text);
        length = 0;
        cut = false;
    }

    private void add(String text) {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        lines.addLast(text);
    }

    /** Returns the lines, the last one also when its line end is missing. */
    synchronized List<String> lines() {
        if (length > 0) {
            endLine();
        }
        return List.copyOf(lines);
    }

    synchronized void clear() {
        lines.clear();
        length = 0;
        cut = false;
    }
}
