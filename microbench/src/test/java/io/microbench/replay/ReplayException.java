// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.text.UserException;

/** Reports that a folder contains no series that can be replayed. */
public final class ReplayException extends UserException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message names file and position. */
    public ReplayException(String message) {
        super(message);
    }
}
