/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.discovery;

/** Says that a condition threw, so that nobody knows whether its benchmark should run. */
public final class ConditionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConditionException(String message, Throwable cause) {
        super(message, cause);
    }
}
