// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

/**
 * Packs the iterations of a case into three characters each, so that a page holds hundreds of thousands of them.
 *
 * <p>A value becomes one of 262,143 steps between the least and the largest of the case: steps of even ratio where all
 * values are above 0, so that a slow first iteration costs the others no digits, and even steps otherwise. Where the largest
 * is a thousand times the least, a value is off by at most 0.002 %.
 *
 * @param logarithmic whether steps have an even ratio
 * @param low the least value
 * @param high the largest value
 */
record IterationCodec(boolean logarithmic, double low, double high) {

    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /** The last step; the one number above it stands for what is not a finite number. */
    private static final int STEPS = 64 * 64 * 64 - 2;

    /** Returns the codec for the given values. */
    static IterationCodec of(double[] values) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            if (Double.isFinite(value)) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }
        return low > high ? new IterationCodec(false, 0, 0) : new IterationCodec(low > 0, low, high);
    }

    /** Returns the digits of a value. */
    String encode(double value) {
        int step = step(value);
        return "" + DIGITS.charAt(step >> 12) + DIGITS.charAt(step >> 6 & 63) + DIGITS.charAt(step & 63);
    }

    /** Returns the value that a page will show for the digits. */
    double decode(String digits) {
        int step = DIGITS.indexOf(digits.charAt(0)) << 12
                | DIGITS.indexOf(digits.charAt(1)) << 6
                | DIGITS.indexOf(digits.charAt(2));
        double share = step / (double) STEPS;
        if (step > STEPS) {
            return Double.NaN;
        }
        return logarithmic ? low * Math.pow(high / low, share) : low + share * (high - low);
    }

    private int step(double value) {
        if (!Double.isFinite(value)) {
            return STEPS + 1;
        }
        if (low == high) {
            return 0;
        }
        double share = logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
        return (int) Math.round(Math.max(0, Math.min(1, share)) * STEPS);
    }
}
