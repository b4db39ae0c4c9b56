/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

/** What the command tells the shell. */
final class ExitCode {

    /** All is well. */
    static final int FINE = 0;
    /** A benchmark failed, or the command itself did. */
    static final int FAILED = 1;
    /** Invalid command line or unsuitable environment; nothing was measured. */
    static final int USAGE = 2;
    /** Something is slower, for certain. */
    static final int REGRESSION = 3;

    private ExitCode() {}
}
