// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

/**
 * Makes a test red because its numbers are worse than its baseline or a bound allows.
 *
 * <p>An assertion that failed, not an error of the benchmark; it has no stack trace, as no line of code is to blame.
 */
final class WorseThanExpectedError extends AssertionError {

    private static final long serialVersionUID = 1L;

    WorseThanExpectedError(String message) {
        super(message);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
