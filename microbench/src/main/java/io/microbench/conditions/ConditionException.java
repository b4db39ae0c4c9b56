// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.conditions;

/** Reports that a condition threw, so that it is unknown whether its benchmark should run. */
final class ConditionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConditionException(String message, Throwable cause) {
        super(message, cause);
    }
}
