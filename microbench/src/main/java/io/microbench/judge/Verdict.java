/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

/** Says what became of a case between two runs. */
public enum Verdict {
    /** The whole interval lies beyond the band of equivalence, on the better side. */
    FASTER,
    /** The whole interval lies beyond the band of equivalence, on the worse side. */
    SLOWER,
    /** The whole interval lies inside the band of equivalence. */
    SAME,
    /** The interval is too wide to tell. */
    UNDECIDED
}
