// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.library;

import io.microbench.text.UserException;

/** Reports coordinates that cannot be read, or a library that is not available, and what to do about it. */
final class LibraryException extends UserException {

    private static final long serialVersionUID = 1L;

    LibraryException(String message) {
        super(message);
    }

    LibraryException(String message, Throwable cause) {
        super(message, cause);
    }
}
