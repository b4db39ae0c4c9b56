// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.text.UserException;

/** The outcome of a suite, with the exit status of its process. */
enum SuiteStatus {
    /** Every case was measured, and none is worse than its baseline or bounds. */
    FINE(0),
    /** A benchmark failed, or the JVM that ran them did. */
    FAILED(UserException.FAILED),
    /** Nothing was measured: a setting, a class path or a filter is invalid. */
    UNUSABLE(UserException.USAGE),
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

    /** Returns the status of a suite that ended with this exception. */
    static SuiteStatus of(UserException cause) {
        return cause.exitStatus() == UserException.USAGE ? UNUSABLE : FAILED;
    }
}
