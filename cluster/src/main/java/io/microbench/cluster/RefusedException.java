/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;

/** One of two nodes does not talk to the other. */
final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final String detail;

    RefusedException(Refusal refusal, String detail) {
        super(detail.isEmpty() ? refusal.text() : refusal.text() + " (" + detail + ")");
        this.refusal = refusal;
        this.detail = detail;
    }

    Refusal refusal() {
        return refusal;
    }

    String detail() {
        return detail;
    }
}
