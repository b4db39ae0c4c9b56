// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/** The choice of a common unit for a list of values. */
public enum UnitChoice {
    /** The best unit of most of the values; the larger one if two are equally common. */
    BEST,
    /** The best unit of the largest value. */
    LARGEST,
    /** The best unit of the smallest value other than 0. */
    SMALLEST,
    /** The unit of the input. */
    NONE
}
