/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.ab;

import java.util.Locale;

/** One of the two builds of a comparison. */
enum Side {
    /** What was there before. */
    OLD,
    /** What is asked about. */
    NEW;

    /** Returns the other one. */
    Side other() {
        return this == OLD ? NEW : OLD;
    }

    /** Returns what folders and messages call it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
