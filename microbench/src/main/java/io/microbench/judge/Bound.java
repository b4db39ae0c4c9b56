// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import io.microbench.text.Numbers;

/** A bound that the author of a benchmark sets for its numbers. */
public sealed interface Bound {

    /** Returns whether the bound applies to cases of a mode. */
    boolean concerns(Mode mode);

    /** Returns the bound in words, {@code no worse than 120 ns/op}. */
    String text();

    /**
     * The score is no worse than the limit.
     *
     * @param limit in the unit, above 0
     * @param unit decides which way is worse
     */
    record Score(double limit, ScoreUnit unit) implements Bound {

        @Override
        public boolean concerns(Mode mode) {
            return unit.higherIsBetter() == mode.higherIsBetter();
        }

        @Override
        public String text() {
            return "no worse than " + Numbers.plain(limit) + " " + unit;
        }
    }

    /**
     * A percentile of the single operations is no worse than the limit.
     *
     * @param percentile in 0..100, one of those that the record keeps
     * @param limit in the unit, above 0
     * @param unit of time
     */
    record Percentile(double percentile, double limit, ScoreUnit unit) implements Bound {

        @Override
        public boolean concerns(Mode mode) {
            return mode.isSampled();
        }

        @Override
        public String text() {
            return "p" + Numbers.plain(percentile) + " no worse than " + Numbers.plain(limit) + " " + unit;
        }
    }

    /**
     * An operation allocates no more than the limit.
     *
     * @param limit bytes per operation, 0 or more
     */
    record Allocation(double limit) implements Bound {

        @Override
        public boolean concerns(Mode mode) {
            return true;
        }

        @Override
        public String text() {
            return "at most " + Numbers.plain(limit) + " B/op";
        }
    }

    /**
     * The time of an operation is at most the limit times that of another benchmark.
     *
     * @param to the other benchmark of the class
     * @param limit above 0
     */
    record Ratio(String to, double limit) implements Bound {

        @Override
        public boolean concerns(Mode mode) {
            return true;
        }

        @Override
        public String text() {
            return "at most " + Numbers.plain(limit) + " times the time of " + to;
        }
    }
}
