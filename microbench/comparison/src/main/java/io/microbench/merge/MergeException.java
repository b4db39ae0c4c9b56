// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.merge;

import io.microbench.text.UserException;

/** Reports why runs are not merged: which of them, what is wrong with it, and what to do. */
final class MergeException extends UserException {

    private static final long serialVersionUID = 1L;

    MergeException(String message) {
        super(message);
    }
}
