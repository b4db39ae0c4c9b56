// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/** Rejects invalid samples. */
final class Require {

    private Require() {}

    /** Rejects an empty array, NaN and infinities. */
    static double[] finite(double[] values, String what) {
        if (values.length == 0) {
            throw new IllegalArgumentException(what + ": 0 values given, at least 1 needed");
        }
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(what + ": value " + i + " is " + values[i]
                        + "; only finite numbers can be judged, leave this one out");
            }
        }
        return values;
    }
}
