// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.ScoreUnit;
import io.microbench.stats.Interval;
import io.microbench.text.Numbers;
import java.util.Optional;

/**
 * Relates a value to that of a reference, as a ratio of speeds: above 1 it is faster.
 *
 * @param value the value
 * @param reference the value it is compared with
 * @param unit the unit of both, as JMH prints it
 * @param low lower end of the ratio's interval; NaN if there are too few forks
 * @param high upper end of the ratio's interval
 */
record Relation(double value, double reference, String unit, double low, double high) {

    /** Returns the relation of one estimate to another. */
    static Relation of(Forks forks, Forks reference, String unit) {
        Optional<Interval> interval = forks.over(reference);
        double low = interval.map(Interval::low).orElse(Double.NaN);
        double high = interval.map(Interval::high).orElse(Double.NaN);
        boolean more = higherIsBetter(unit);
        return new Relation(forks.value(), reference.value(), unit, more ? low : 1 / high, more ? high : 1 / low);
    }

    /** Returns the speed of the value over that of the reference; NaN if one is below 0. */
    double ratio() {
        if (value < 0 || reference < 0) {
            return Double.NaN;
        }
        return higherIsBetter(unit) ? value / reference : reference / value;
    }

    /** Returns whether the interval includes 1; true if it is unknown. */
    boolean mayBeEqual() {
        return !(low > 1 || high < 1);
    }

    /** Formats the ratio: {@code 2.15x slower}, {@code 1.20x faster}, {@code ≈ 1.01x} if the interval includes 1. */
    String text() {
        double ratio = ratio();
        if (Double.isNaN(ratio)) {
            return Numbers.NONE;
        }
        if (mayBeEqual()) {
            return "≈ " + times(ratio);
        }
        return ratio >= 1 ? times(ratio) + " faster" : times(1 / ratio) + " slower";
    }

    private static boolean higherIsBetter(String unit) {
        return ScoreUnit.parse(unit).map(ScoreUnit::higherIsBetter).orElse(false);
    }

    private static String times(double ratio) {
        return Double.isInfinite(ratio) ? "∞ x" : Numbers.fixed(ratio, 2) + "x";
    }
}
