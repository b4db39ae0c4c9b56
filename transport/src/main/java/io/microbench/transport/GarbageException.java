// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import java.io.IOException;

/** Reports received data that is not a frame. */
final class GarbageException extends IOException {

    private static final long serialVersionUID = 1L;

    GarbageException(String message) {
        super(message);
    }
}
