// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

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

    /** Adds a complete line. */
    public synchronized void add(String line) {
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() > MAX_LINE_BYTES ? line.substring(0, MAX_LINE_BYTES) + " ..." : line);
    }

    /** Returns the lines, including the last one of each source even without a line end. */
    public List<String> lines() {
        // Not with this lock held: a source holds its own lock while it waits for this one.
        sources().forEach(LineSplitter::finish);
        synchronized (this) {
            return List.copyOf(lines);
        }
    }

    private synchronized List<LineSplitter> sources() {
        return List.copyOf(sources);
    }
}
