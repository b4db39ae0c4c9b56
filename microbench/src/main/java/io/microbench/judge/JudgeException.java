// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.text.UserException;

/** Reports why cases cannot be judged. The message names the case, what is wrong and what is expected. */
public final class JudgeException extends UserException {

    private static final long serialVersionUID = 1L;

    public JudgeException(String message) {
        super(message);
    }
}
