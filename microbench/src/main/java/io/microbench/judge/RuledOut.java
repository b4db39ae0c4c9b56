// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.text.Numbers;

/**
 * Describes a suspected slowdown that fresh forks exclude; see {@link SuspectedChange}.
 *
 * @param suspected the suspected ratio of speeds, below 1: 0.5 for half the speed
 * @param low lower end of the interval of the fresh forks' ratio, above the suspected ratio
 * @param high upper end of that interval
 * @param confidence level of that interval, in 0..1
 */
public record RuledOut(double suspected, double low, double high, double confidence) {

    /** Returns both in one line: {@code ruled out: history says -50.0%, fresh forks -11.0% to +16.0%}. */
    public String text() {
        return "ruled out: history says " + Numbers.change(suspected - 1) + ", fresh forks " + Numbers.change(low - 1)
                + " to " + Numbers.change(high - 1);
    }
}
