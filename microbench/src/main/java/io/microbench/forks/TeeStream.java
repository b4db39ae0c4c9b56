// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.OutputTail;
import io.microbench.process.OutputTail.LineSplitter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Copies what is written to a standard stream of the host to the tail of a fork's output.
 *
 * <p>JMH writes a fork's own standard output directly to {@code System.out} of the host, bypassing all its hooks.
 */
final class TeeStream extends FilterOutputStream {

    interface Installed extends AutoCloseable {
        @Override
        void close();
    }

    private final LineSplitter copy;

    private TeeStream(OutputStream out, LineSplitter copy) {
        super(out);
        this.copy = copy;
    }

    static Installed install(OutputTail tail) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        PrintStream teeOut = new PrintStream(new TeeStream(out, tail.source()), true, StandardCharsets.UTF_8);
        PrintStream teeErr = new PrintStream(new TeeStream(err, tail.source()), true, StandardCharsets.UTF_8);
        System.setOut(teeOut);
        System.setErr(teeErr);
        return () -> {
            // Keeps streams that other code has installed meanwhile.
            if (System.out == teeOut) {
                System.setOut(out);
            }
            if (System.err == teeErr) {
                System.setErr(err);
            }
        };
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        copy.write(bytes, offset, count);
        out.write(bytes, offset, count);
    }
}
