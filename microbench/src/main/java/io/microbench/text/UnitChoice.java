// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/** Chooses the one unit in which a list of values is written, so that they can be compared by eye. */
public enum UnitChoice {
    /** The unit that fits most of the values; of two that fit as many, the larger. */
    BEST,
    /** The unit that fits the largest value. */
    LARGEST,
    /** The unit that fits the smallest value other than 0. */
    SMALLEST,
    /** The unit in which the values came. */
    NONE
}
