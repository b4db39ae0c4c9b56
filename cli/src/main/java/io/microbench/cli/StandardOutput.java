/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Standard output that keeps the reason of a failed write, which {@link java.io.PrintStream} hides. */
final class StandardOutput extends FilterOutputStream {

    /** The reader has what it wanted, as with {@code | head}. */
    private static final String NO_READER = "Broken pipe";

    private Optional<IOException> failure = Optional.empty();

    StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** Returns why something is missing in the output; empty if all was written, or nobody reads it any more. */
    Optional<String> problem() {
        return failure.map(problem -> String.valueOf(problem.getMessage()))
                .filter(message -> !message.equals(NO_READER));
    }
}
