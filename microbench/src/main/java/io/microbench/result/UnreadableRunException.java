// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.UserException;
import org.apiguardian.api.API;

/** Reports that a file cannot be read as a run record. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class UnreadableRunException extends UserException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message that names the file and the place of the damage. */
    public UnreadableRunException(String message) {
        super(message);
    }
}
