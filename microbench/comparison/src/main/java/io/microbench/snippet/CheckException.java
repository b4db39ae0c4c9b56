// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.text.UserException;
import org.apiguardian.api.API;

/** Thrown if a snippet fails the {@link Question.Check} before the measurement; nothing was measured. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class CheckException extends UserException {

    private static final long serialVersionUID = 1;

    CheckException(String message) {
        super(message, FAILED);
    }
}
