// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.text.UserException;

/** Reports why something cannot be judged: which case, what is wrong with it, and what would be accepted. */
public final class JudgeException extends UserException {

    private static final long serialVersionUID = 1L;

    /** Makes one with the message for people. */
    public JudgeException(String message) {
        super(message);
    }
}
