// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.text.UserException;

/** Reports that a history or a baseline cannot be read or written; the message names the file or the database, and the place in it. */
public final class HistoryException extends UserException {

    private static final long serialVersionUID = 1L;

    public HistoryException(String message) {
        super(message);
    }

    public HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
