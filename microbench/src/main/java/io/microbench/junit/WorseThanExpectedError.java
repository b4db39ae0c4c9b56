// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

/**
 * Makes a test fail because its numbers are worse than its baseline or a bound allows.
 *
 * <p>It is a failed assertion, not an error of the benchmark. It has no stack trace, as no line of code is responsible.
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
