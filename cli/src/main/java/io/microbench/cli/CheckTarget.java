// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

/** Takes {@code --check} alone, or with what is demanded. */
final class CheckTarget extends LoneOption {

    /** All snippets return the same. */
    static final String SAME = "same";

    /** No snippet fails. */
    static final String RUNS = "runs";

    CheckTarget() {
        super(SAME);
    }
}
