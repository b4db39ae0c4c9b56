/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Writes numbers for messages. */
final class Wording {

    /** Enough to see a change of a hundredth of a per cent. */
    private static final int DIGITS = 5;

    private Wording() {}

    /** Writes a value with five significant digits, more before the point where it has more: {@code 8855.8}. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "unknown";
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        int whole = exact.precision() - exact.scale();
        return exact.round(new MathContext(Math.max(DIGITS, whole)))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Writes a ratio as the change it stands for: 1.05 as {@code +5.00 %}. */
    static String change(double ratio) {
        return String.format(Locale.ROOT, "%+.2f %%", (ratio - 1) * 100);
    }

    /** Writes a share, 0.01 as {@code 1 %}. */
    static String percent(double share) {
        return number(Math.round(share * 1e6) / 1e4) + " %";
    }

    /** Writes a probability with two significant digits. */
    static String probability(double p) {
        return String.format(Locale.ROOT, "%.2g", p);
    }
}
