// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.text.Numbers;

/**
 * Holds a share that an option takes; the help prints that of a default as a percentage.
 *
 * @param value 0.01 for 1 %
 */
record Share(double value) {

    /** Returns the share as a percentage: {@code 1%}. */
    @Override
    public String toString() {
        return Numbers.level(value);
    }
}
