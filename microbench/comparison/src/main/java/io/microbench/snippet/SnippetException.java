// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.text.UserException;
import org.apiguardian.api.API;

/** Thrown if a question cannot be measured; its message tells the user why. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class SnippetException extends UserException {

    private static final long serialVersionUID = 1;

    /** Creates the exception with a message for the user. */
    public SnippetException(String message) {
        super(message);
    }

    private SnippetException(String message, int exitStatus) {
        super(message, exitStatus);
    }

    /** Returns the exception for a snippet that failed while it was measured. */
    static SnippetException failed(String message) {
        return new SnippetException(message, FAILED);
    }
}
