// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.stream.LongStream;

/**
 * Whole numbers from one to another, by steps or by a factor.
 *
 * <p>Steps go to the multiples of the step, as those of erlperf do: from 1 by 10 to 10, 20, 30.
 *
 * @param first the first number; at least 1 for a factor
 * @param last upper limit, below 2<sup>31</sup>, like {@code by}, so that products do not overflow
 * @param by the step, at least 1, or the factor, at least 2
 * @param times whether {@code by} is a factor
 */
public record Climb(long first, long last, long by, boolean times) {

    /** Returns the numbers in ascending order. */
    public LongStream values() {
        return LongStream.iterate(first, value -> value <= last, value -> times ? value * by : (value + by) / by * by);
    }
}
