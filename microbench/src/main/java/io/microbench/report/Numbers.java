/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Writes numbers the same way in every report and every locale. */
public final class Numbers {

    /** What stands where there is no number. */
    public static final String NONE = "n/a";

    /** Digits after the point of a score, as JMH prints it. */
    private static final int SCORE_DECIMALS = 3;
    /** Digits that a small number keeps, however many zeros stand before them. */
    private static final int SIGNIFICANT = 3;
    /** Below this, zeros are not written out. */
    private static final double SMALLEST_PLAIN = 1e-9;

    private Numbers() {}

    /**
     * Writes a score as JMH does, with three decimals, and with three significant digits below 0.1, where three decimals
     * would hide it; digits before the point are in groups of three: {@code 11,658.812}.
     */
    public static String score(double score) {
        return grouped(fixed(score, decimals(score)));
    }

    /**
     * Writes the error of a score with as many decimals as the score itself; never 0, as the last digit is as fine as it
     * gets. Empty for a score that has none.
     */
    public static String error(double error, double score) {
        if (Double.isNaN(error)) {
            return "";
        }
        int decimals = decimals(score);
        return grouped(fixed(Math.max(error, Math.pow(10, -decimals)), decimals));
    }

    /** Writes a share as percent, 0.0123 as {@code 1.23%}; two decimals, one above 10 %, none above 1,000 %. */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return notFinite(share);
        }
        double percent = share * 100;
        double size = Math.round(Math.abs(percent) * 100) / 100.0;
        int decimals = size < 10 ? 2 : size < 1000 ? 1 : 0;
        return fixed(percent, decimals) + "%";
    }

    /** Writes a share as percent with its sign, 0.0123 as {@code +1.23%}. */
    public static String change(double share) {
        String percent = percent(share);
        return share >= 0 && !percent.equals(NONE) ? "+" + percent : percent;
    }

    /** Writes a ratio of two values with three decimals below 10 and fewer above. */
    public static String ratio(double ratio) {
        double size = Math.abs(ratio);
        return fixed(ratio, size < 10 ? 3 : size < 100 ? 2 : 1);
    }

    /** Writes a probability with three decimals, and {@code <0.001} below the last of them. */
    public static String probability(double p) {
        return p < 0.001 ? "<0.001" : fixed(p, 3);
    }

    /** Writes a value with two decimals, with none where it is whole, and with three significant digits below 0.1. */
    static String scaled(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < 1e15) {
            return grouped(fixed(value, 0));
        }
        return grouped(fixed(value, size < 0.1 ? decimals(value) : 2));
    }

    /** Writes a value with the given number of digits after the point. */
    static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return notFinite(value);
        }
        if (value != 0 && Math.abs(value) < SMALLEST_PLAIN) {
            return String.format(Locale.ROOT, "%." + (SIGNIFICANT - 1) + "e", value);
        }
        return BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Puts a comma between each three digits before the point; for people, never in a format that programs read. */
    private static String grouped(String number) {
        int point = number.indexOf('.');
        StringBuilder text = new StringBuilder(number);
        int first = number.startsWith("-") ? 1 : 0;
        for (int i = (point < 0 ? number.length() : point) - 3; i > first; i -= 3) {
            text.insert(i, ',');
        }
        return text.toString();
    }

    private static int decimals(double value) {
        double size = Math.abs(value);
        if (size == 0 || size >= 0.1 || !Double.isFinite(size)) {
            return SCORE_DECIMALS;
        }
        BigDecimal rounded = BigDecimal.valueOf(size).round(new MathContext(SIGNIFICANT, RoundingMode.HALF_UP));
        return SIGNIFICANT - 1 - (rounded.precision() - rounded.scale() - 1);
    }

    private static String notFinite(double value) {
        return Double.isNaN(value) ? NONE : value > 0 ? "∞" : "-∞";
    }
}
