// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.transport;

import io.microbench.text.UserException;

/** Thrown if a transport, a size or an option cannot be used. */
public final class TransportException extends UserException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception. The message names the value, what is expected, and the next step. */
    public TransportException(String message) {
        super(message);
    }

    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
