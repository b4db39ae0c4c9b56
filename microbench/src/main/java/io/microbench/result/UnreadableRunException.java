/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

/** Says that a file is no run record that can be read, and where it stops being one. */
public final class UnreadableRunException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Carries a message that names file and place. */
    public UnreadableRunException(String message) {
        super(message);
    }
}
