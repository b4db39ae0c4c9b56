// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import java.util.Locale;

/** One of the two builds of a comparison. */
enum Side {
    /** The build that is the reference. */
    BASELINE,
    /** The build that is judged. */
    CANDIDATE;

    Side other() {
        return this == BASELINE ? CANDIDATE : BASELINE;
    }

    /** Returns the name of the side in messages. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the folder of its run; scripts and stored comparisons use these names. */
    String folder() {
        return this == BASELINE ? "old" : "new";
    }
}
