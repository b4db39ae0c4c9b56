// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/** Thrown if the environment is unsuitable for a run; the message says what to do about it. */
public class PreflightException extends UserException {

    private static final long serialVersionUID = 1L;

    public PreflightException(String message) {
        super(message);
    }
}
