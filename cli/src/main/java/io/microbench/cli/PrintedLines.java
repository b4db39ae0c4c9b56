// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.io.PrintStream;
import java.io.Writer;

/** Prints text that is written piece by piece, whole lines at a time: the stream looks at the text that it prints. */
final class PrintedLines extends Writer {

    private static final int ENOUGH = 1 << 16;

    private final PrintStream out;
    private final StringBuilder waiting = new StringBuilder();

    /** Prints to a stream, which stays open. */
    PrintedLines(PrintStream out) {
        this.out = out;
    }

    @Override
    public void write(char[] text, int offset, int length) {
        waiting.append(text, offset, length);
        if (waiting.length() >= ENOUGH) {
            print(waiting.lastIndexOf("\n") + 1);
        }
    }

    private void print(int length) {
        out.print(waiting.substring(0, length));
        waiting.delete(0, length);
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        print(waiting.length());
        flush();
    }
}
