// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.stats.Interval;
import io.microbench.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formats ratios of speeds as {@code 1.31x}. */
final class Shares {

    private static final MathContext EXACT = new MathContext(10);

    private Shares() {}

    /** Formats a ratio, with more decimals the closer it is to 1. */
    static String factor(double ratio) {
        return rounded(ratio, decimals(ratio), RoundingMode.HALF_UP);
    }

    /** Formats an interval of ratios, rounded outwards so that the text never claims more than the interval: {@code 1.2x to 1.5x}. */
    static String factors(Interval ratios) {
        int decimals = decimals(ratios.low());
        return rounded(ratios.low(), decimals, RoundingMode.FLOOR) + " to "
                + rounded(ratios.high(), decimals, RoundingMode.CEILING);
    }

    private static int decimals(double ratio) {
        double distance = Math.abs(ratio - 1);
        return distance < 0.01 ? 4 : distance < 0.1 ? 3 : ratio < 3 ? 2 : ratio < 10 ? 1 : 0;
    }

    private static String rounded(double ratio, int decimals, RoundingMode rounding) {
        // 1.2 in binary is slightly below 1.2, but must not be rounded down to 1.19.
        return (Double.isFinite(ratio)
                        ? new BigDecimal(ratio, EXACT)
                                .setScale(decimals, rounding)
                                .toPlainString()
                        : Numbers.fixed(ratio, 0))
                + "x";
    }
}
