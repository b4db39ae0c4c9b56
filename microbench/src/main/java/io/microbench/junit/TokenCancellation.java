// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.ExecutionRequest;

/** Reads the token of Platform 6.0 and newer; only loaded if available. */
final class TokenCancellation {

    private TokenCancellation() {}

    static Cancellation of(ExecutionRequest request) {
        CancellationToken token = request.getCancellationToken();
        return token == CancellationToken.disabled() ? Cancellation.NEVER : token::isCancellationRequested;
    }
}
