// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Optional;

/** Standard output that keeps the reason for a failed write, which {@link java.io.PrintStream} hides. */
public final class StandardOutput extends FilterOutputStream {

    /** The message of the exception if the reader of the output has exited, as with {@code | head}. */
    private static final String NO_READER = "Broken pipe";

    private Optional<String> problem = Optional.empty();

    StandardOutput(OutputStream out) {
        super(out);
    }

    /** Returns the standard output of this JVM, without installing it. */
    public static StandardOutput ofThisJvm() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** Returns the standard output of this JVM and makes {@link System#out} print to it, with the same encoding. */
    public static StandardOutput underSystemOut() {
        String encoding = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        StandardOutput output = ofThisJvm();
        System.setOut(new PrintStream(
                new BufferedOutputStream(output),
                true,
                encoding == null ? Charset.defaultCharset() : Charset.forName(encoding)));
        return output;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            problem = NO_READER.equals(e.getMessage())
                    ? Optional.empty()
                    : Optional.of(e.getMessage() + ". Free disk space, or write the output to another disk.");
            throw e;
        }
    }

    /** Called if a benchmark of this JVM closes {@link System#out}, which then drops all output. */
    @Override
    public void close() {
        problem = Optional.of("System.out was closed. Remove the call from the benchmark.");
    }

    /** Returns why output is missing; empty if everything was written, or the reader of the output has exited. */
    Optional<String> problem() {
        return problem;
    }

    /**
     * Returns the final exit status of a program: {@link UserException#USAGE} if the program succeeded but output is missing. Prints
     * the reason to {@code err}.
     */
    public int exitStatus(int status, String program, PrintStream err) {
        problem.ifPresent(reason -> err.println(program + ": The output is not complete: " + reason));
        return problem.isPresent() && status == 0 ? UserException.USAGE : status;
    }
}
