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

/** Standard output that keeps the reason of a failed write, which {@link java.io.PrintStream} hides. */
public final class StandardOutput extends FilterOutputStream {

    /** The reader has what it wanted, as with {@code | head}. */
    private static final String NO_READER = "Broken pipe";

    private Optional<IOException> failure = Optional.empty();

    /** Creates one that writes to the given stream. */
    StandardOutput(OutputStream out) {
        super(out);
    }

    /** Returns that of this JVM, which somebody has to print to. */
    public static StandardOutput ofThisJvm() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** Returns that of this JVM, to which {@link System#out} prints from now on, encoded as before. */
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
            failure = Optional.of(e);
            throw e;
        }
    }

    /** Returns why something is missing in the output; empty if all was written, or nobody reads it any more. */
    Optional<String> problem() {
        return failure.map(problem -> String.valueOf(problem.getMessage()))
                .filter(message -> !message.equals(NO_READER));
    }

    /**
     * Returns the exit status of a program at its end: {@link UserException#USAGE} where all went well but something is missing in the
     * output. The reason goes to {@code err}.
     *
     * @param status the status that it has otherwise
     */
    public int exitStatus(int status, String program, PrintStream err) {
        Optional<String> problem = problem();
        problem.ifPresent(reason -> err.println(program + ": The output is not complete: " + reason
                + ". Free some space, or write it to another place."));
        return problem.isPresent() && status == 0 ? UserException.USAGE : status;
    }
}
