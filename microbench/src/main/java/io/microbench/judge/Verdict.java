// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.Interval;
import java.util.Locale;

/** Classifies the change of a case between two runs. */
public enum Verdict {
    /** The whole interval is outside the band of equivalence, on the better side. */
    FASTER,
    /** The whole interval is outside the band of equivalence, on the worse side. */
    SLOWER,
    /** The whole interval is inside the band of equivalence. */
    SAME,
    /** The case was not measured because both builds run the same code. */
    SAME_CODE,
    UNDECIDED;

    public static Verdict of(Interval speed, double tolerance) {
        double upper = 1 + tolerance;
        double lower = 1 / upper;
        if (speed.isWithin(lower, upper)) {
            return SAME;
        }
        if (speed.low() > upper) {
            return FASTER;
        }
        return speed.high() < lower ? SLOWER : UNDECIDED;
    }

    /** Returns the name as used in sentences. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public boolean decided() {
        return this != UNDECIDED;
    }
}
