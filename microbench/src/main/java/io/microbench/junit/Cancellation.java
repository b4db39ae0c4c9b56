// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.ExecutionRequest;

/** Returns whether JUnit has cancelled the run; platforms before 6.0 cannot do that. */
interface Cancellation {

    Cancellation NEVER = () -> false;

    boolean isRequested();

    static Cancellation of(ExecutionRequest request) {
        try {
            ExecutionRequest.class.getMethod("getCancellationToken");
        } catch (NoSuchMethodException e) {
            return NEVER;
        }
        return TokenCancellation.of(request);
    }

    /** Reads the token of Platform 6.0 and newer; only loaded if available. */
    static final class TokenCancellation {

        private TokenCancellation() {}

        static Cancellation of(ExecutionRequest request) {
            CancellationToken token = request.getCancellationToken();
            return token == CancellationToken.disabled() ? Cancellation.NEVER : token::isCancellationRequested;
        }
    }
}
