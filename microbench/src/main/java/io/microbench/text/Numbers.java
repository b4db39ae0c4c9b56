// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers in the same way for all output and in every locale. */
public final class Numbers {

    /** The text shown instead of a missing number. */
    public static final String NONE = "n/a";

    /** Decimals of a score, as printed by JMH. */
    private static final int SCORE_DECIMALS = 3;

    private static final int SIGNIFICANT = 3;
    /** Maximum quotient of the bounds of an interval that is printed. */
    private static final double WIDEST_INTERVAL = 10;
    /** Smaller numbers are in scientific notation. */
    private static final double SMALLEST_PLAIN = 1e-9;
    /** Scores of this size or more have a unit prefix in {@link #brief}. */
    private static final double PREFIXED_FROM = 1e6;
    /** Significant digits of {@link #plain} and {@link #brief}: enough to show a change of 0.01 %. */
    private static final int PLAIN_DIGITS = 5;
    /** The smallest probability that is shown, because no test is exact below it. */
    private static final double LEAST_PROBABILITY = 1e-9;

    private Numbers() {}

    /**
     * Formats a score with three decimals, as JMH does, or with three significant digits if it is below 0.1. Digits
     * before the point are in groups of three: {@code 11,658.812}.
     */
    public static String score(double score) {
        return grouped(fixed(score, decimals(score)));
    }

    /**
     * Formats a score for pages and sentences, with at most five significant digits: {@code 11,659}. A value of one
     * million or more has a unit prefix: {@code 1.17 G}.
     */
    public static String brief(double score) {
        double size = Math.abs(score);
        if (size >= PREFIXED_FROM) {
            return Quantity.COUNT.format(score);
        }
        int whole = 1 + (int) Math.log10(Math.max(1, size));
        return grouped(fixed(score, Math.max(0, Math.min(decimals(score), PLAIN_DIGITS - whole))));
    }

    /**
     * Formats the error of a score with as many decimals as the score itself; at least one unit of the last decimal.
     * Empty for a score without an error.
     */
    public static String error(double error, double score) {
        if (Double.isNaN(error)) {
            return "";
        }
        int decimals = decimals(score);
        return grouped(fixed(Math.max(error, Math.pow(10, -decimals)), decimals));
    }

    /**
     * Formats a share as a percentage, 0.0123 as {@code 1.23%}, with two decimals; one above 10 %, none above 1,000 %.
     */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return notFinite(share);
        }
        double percent = share * 100;
        double size = Math.round(Math.abs(percent) * 100) / 100.0;
        int decimals = size < 10 ? 2 : size < 1000 ? 1 : 0;
        return fixed(percent, decimals) + "%";
    }

    /** Formats a share as a percentage with its sign, 0.0123 as {@code +1.23%}. */
    public static String change(double share) {
        String percent = percent(share);
        return share >= 0 && !percent.equals(NONE) ? "+" + percent : percent;
    }

    /**
     * Formats the interval of a ratio as changes: {@code [-17.8%, +41.2%]}, or {@code too wide} if it includes 1 and
     * {@link #isTooWide} is true.
     */
    public static String changes(double low, double high) {
        return low < 1 && high > 1 && isTooWide(low, high)
                ? "too wide"
                : "[" + change(low - 1) + ", " + change(high - 1) + "]";
    }

    /**
     * Returns whether the bounds of an interval of positive values are so far apart that they only show that more forks are necessary; with
     * two forks, an interval may span many powers of ten.
     */
    public static boolean isTooWide(double low, double high) {
        return high > WIDEST_INTERVAL * low;
    }

    /** Formats a configured share, such as a level or a tolerance, without trailing zeros: {@code 0.5%}. */
    public static String level(double share) {
        return shortest(share * 100, 4) + "%";
    }

    /** Formats a probability with three decimals, and with two significant digits below 0.001: {@code 2.4e-7}. */
    public static String probability(double p) {
        if (!(p < 0.001) || p < 0) {
            return fixed(p, 3);
        }
        return p < LEAST_PROBABILITY
                ? "<1e-9"
                : String.format(Locale.ROOT, "%.1e", p).replace("e-0", "e-");
    }

    /**
     * Formats a value with five significant digits and without trailing zeros, for limits in messages: {@code 8855.8}.
     */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return notFinite(value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        int whole = exact.precision() - exact.scale();
        return exact.round(new MathContext(Math.max(PLAIN_DIGITS, whole)))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Formats a value with at most the given number of decimals, and without trailing zeros. */
    static String shortest(double value, int decimals) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                : notFinite(value);
    }

    /** Formats a value with two decimals, with none if it is whole, and with three significant digits below 0.1. */
    public static String scaled(double value) {
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < 1e15) {
            return grouped(fixed(value, 0));
        }
        return grouped(fixed(value, size < 0.1 ? decimals(value) : 2));
    }

    /** Formats a value with the given number of decimals. */
    public static String fixed(double value, int decimals) {
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

    /** Separates the digits before the point into groups of three by commas. Not for machine-readable formats. */
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
