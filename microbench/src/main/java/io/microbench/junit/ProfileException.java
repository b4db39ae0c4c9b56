// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.text.UserException;

/** Reports that profilers failed for cases that have been measured. */
final class ProfileException extends UserException {

    private static final long serialVersionUID = 1L;

    ProfileException(String message) {
        super(message, FAILED);
    }
}
