/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.junit;

/** How a suite ended, with the exit code that says so to a shell. */
enum SuiteStatus {
    /** Every case was measured, and none is worse than it may be. */
    FINE(0),
    /** A benchmark failed, or the JVM that ran them did. */
    FAILED(1),
    /** Nothing was measured: a setting, a class path or a filter cannot be used. */
    UNUSABLE(2),
    /** A case is slower than its baseline, or outside of the bounds that its class declares. */
    WORSE(3);

    private final int exitCode;

    SuiteStatus(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns the exit code, 0 to 3. */
    int exitCode() {
        return exitCode;
    }
}
