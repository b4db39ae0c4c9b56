// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.text.PreflightException;

/** Reports that the time budget is too short for a single case. */
public final class BudgetException extends PreflightException {

    private static final long serialVersionUID = 1L;

    BudgetException(String message) {
        super(message);
    }
}
