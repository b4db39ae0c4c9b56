// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.stats.Interval;
import io.microbench.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats an interval of a ratio of speeds, rounded outwards so that the text never claims more than the interval. */
final class Shares {

    /** From this ratio on, a difference is written as a factor: percentages above 100 are easily misread. */
    private static final double FACTOR = 2;

    private static final MathContext EXACT = new MathContext(10);

    private Shares() {}

    /** Formats how much slower one is than another: {@code 31-35% slower than pooled}; for an interval above 1. */
    static String slower(Interval speed, String than) {
        boolean percent = speed.high() < FACTOR;
        double most = 1 - 1 / speed.high();
        int digits = digits(most);
        String from = percent
                ? rounded((1 - 1 / speed.low()) * 100, digits, RoundingMode.FLOOR)
                : factor(speed.low(), RoundingMode.FLOOR);
        String to = percent
                ? rounded(most * 100, digits, RoundingMode.CEILING)
                : factor(speed.high(), RoundingMode.CEILING);
        return (from.equals(to) ? from : from + "-" + to) + (percent ? "%" : " times") + " slower than " + than;
    }

    /** Formats by how much the others are slower at least: {@code 31%}, {@code 2.1 times}. */
    static String leastLost(double speed) {
        double share = 1 - 1 / speed;
        return speed < FACTOR
                ? rounded(share * 100, digits(share), RoundingMode.FLOOR) + "%"
                : factor(speed, RoundingMode.FLOOR) + " times";
    }

    /** Returns the decimals of a percentage: none from 10 on, one from 1 on, two below 1. */
    private static int digits(double share) {
        return share >= 0.1 ? 0 : share >= 0.01 ? 1 : 2;
    }

    private static String factor(double factor, RoundingMode rounding) {
        return rounded(factor, factor < 10 ? 1 : 0, rounding);
    }

    private static String rounded(double value, int digits, RoundingMode rounding) {
        if (!Double.isFinite(value)) {
            return Numbers.fixed(value, 0);
        }
        // 0.2 * 100 is slightly above 20, but must not be rounded up to 21.
        BigDecimal rounded = new BigDecimal(value, EXACT).setScale(digits, rounding);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
