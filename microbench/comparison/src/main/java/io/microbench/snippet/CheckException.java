/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

/** Reports the snippet that failed the {@link Question.Check} before the measurement; nothing was measured. */
public final class CheckException extends RuntimeException {

    private static final long serialVersionUID = 1;

    CheckException(String message) {
        super(message);
    }
}
