// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

/** Refers to the class that reports why the whole run could not start. */
final class ReferredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReferredException(String className, Throwable cause) {
        super("Not run, for the reason reported for " + className + ": " + firstLine(cause), null, false, false);
    }

    private static String firstLine(Throwable cause) {
        return String.valueOf(cause.getMessage())
                .lines()
                .findFirst()
                .orElse(cause.getClass().getName());
    }
}
