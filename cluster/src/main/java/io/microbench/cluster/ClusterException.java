// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.text.UserException;

/** Thrown when a node cannot join or a request to another node fails; the message is for the user. */
public final class ClusterException extends UserException {

    private static final long serialVersionUID = 1L;

    ClusterException(String message) {
        super(message);
    }

    ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
