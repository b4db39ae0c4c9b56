// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/** The checks every public method of this package starts with; the messages name the value and what is accepted. */
final class Require {

    private Require() {}

    /** Refuses an empty array, NaN and the infinities. */
    static double[] finite(double[] values, String what) {
        return finite(values, what, 1);
    }

    /** Refuses fewer than {@code least} values, NaN and the infinities. */
    static double[] finite(double[] values, String what, int least) {
        if (values.length < least) {
            throw new IllegalArgumentException(
                    what + ": " + values.length + " values given, at least " + least + " needed");
        }
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(what + ": value " + i + " is " + values[i]
                        + "; only finite numbers can be judged, leave this one out");
            }
        }
        return values;
    }

    /** Refuses a number outside the open interval from 0 to 1. */
    static double fraction(double value, String what) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(
                    what + " is " + value + "; expected a fraction between 0 and 1, both excluded, such as 0.99");
        }
        return value;
    }

    /** Refuses zero, negative numbers, NaN and infinity. */
    static double positive(double value, String what) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + " is " + value + "; expected a finite number above 0");
        }
        return value;
    }

    /** Refuses negative numbers, NaN and infinity. */
    static double notNegative(double value, String what) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + " is " + value + "; expected 0 or a finite number above 0");
        }
        return value;
    }

    /** Refuses a count below {@code least}. */
    static int atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + "; expected " + least + " or more");
        }
        return value;
    }
}
