/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

/** A question that cannot be measured as it was put; the message says what is wrong with it, for people. */
public final class SnippetException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Says what is wrong. */
    public SnippetException(String message) {
        super(message);
    }
}
