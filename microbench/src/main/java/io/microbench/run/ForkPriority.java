// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;

/** Chooses the case that needs another fork most. */
@FunctionalInterface
public interface ForkPriority {

    /** The case with the widest interval over its forks. */
    ForkPriority WIDEST = result -> CaseReach.of(result).halfWidth();

    /**
     * Returns how much the case needs another fork: the larger, the more; never NaN.
     *
     * @param soFar the case with the forks that it has
     */
    double need(CaseResult soFar);
}
