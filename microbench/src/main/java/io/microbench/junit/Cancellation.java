// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import org.junit.platform.engine.ExecutionRequest;

/** Answers whether JUnit wants the run to end; Platforms before 6.0 cannot ask for that. */
interface Cancellation {

    /** Never cancels a run. */
    Cancellation NEVER = () -> false;

    /** Returns whether the run should end. */
    boolean isRequested();

    /** Returns the request's own, where the Platform has such a thing. */
    static Cancellation of(ExecutionRequest request) {
        try {
            ExecutionRequest.class.getMethod("getCancellationToken");
        } catch (NoSuchMethodException e) {
            return NEVER;
        }
        return TokenCancellation.of(request);
    }
}
