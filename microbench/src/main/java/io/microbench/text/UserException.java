// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/**
 * Superclass of exceptions whose message is for the user: what is wrong, what is expected, and the next step.
 *
 * <p>The command and the engine print the message without a stack trace and end with {@link #exitStatus()}. Any other
 * exception that reaches them is a defect of the harness.
 */
public abstract class UserException extends RuntimeException {

    /** A benchmark or a check failed. */
    public static final int FAILED = 1;

    /** Invalid command line, setting or file, or an unsuitable environment; nothing was measured. */
    public static final int USAGE = 2;

    private static final long serialVersionUID = 1L;

    private final int exitStatus;

    protected UserException(String message) {
        this(message, USAGE);
    }

    protected UserException(String message, int exitStatus) {
        super(Printable.message(message));
        this.exitStatus = exitStatus;
    }

    protected UserException(String message, Throwable cause) {
        super(Printable.message(message), cause);
        this.exitStatus = USAGE;
    }

    /** Returns the exit status of a process that ends because of this exception. */
    public final int exitStatus() {
        return exitStatus;
    }
}
