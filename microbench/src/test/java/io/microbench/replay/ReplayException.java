// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.text.UserException;

/** Reports that a folder holds no series that can be replayed, and where. */
public final class ReplayException extends UserException {

    private static final long serialVersionUID = 1L;

    /** Carries a message that names file and place. */
    public ReplayException(String message) {
        super(message);
    }
}
