// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

/** Checks the numbers of a record; the message names the component, its value and the accepted range. */
public final class RecordNumbers {

    private RecordNumbers() {}

    static void from(long least, long value, String what) {
        require(value >= least, what, value, "an integer from " + least);
    }

    /** Accepts 0 and every positive finite number. */
    static void amount(double value, String what) {
        require(value >= 0 && Double.isFinite(value), what, value, "a number from 0");
    }

    static void above0(double value, String what) {
        require(value > 0 && Double.isFinite(value), what, value, "a number above 0");
    }

    public static void share(double value, String what) {
        require(value >= 0 && value <= 1, what, value, "a number from 0 up to 1");
    }

    static void require(boolean holds, String what, Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + value + "; expected " + expected);
        }
    }
}
