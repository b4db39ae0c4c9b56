/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

/** Says which way a value of a case gets better; it follows from mode and unit and is never guessed. */
public enum Direction {
    /** More is better: throughput. */
    HIGHER_IS_BETTER,
    /** Less is better: the time of an operation. */
    LOWER_IS_BETTER;

    /**
     * Returns the direction of a mode, after making sure that the unit agrees with it.
     *
     * @param mode JMH's short label: {@code thrpt}, {@code avgt}, {@code sample} or {@code ss}
     * @param unit unit of the score, {@code ops/ms} or {@code ns/op}
     * @throws IllegalArgumentException if the mode is none of these or the unit belongs to the other direction
     */
    public static Direction of(String mode, String unit) {
        Direction direction =
                switch (mode) {
                    case "thrpt" -> HIGHER_IS_BETTER;
                    case "avgt", "sample", "ss" -> LOWER_IS_BETTER;
                    default ->
                        throw new IllegalArgumentException(
                                "mode " + mode + ": accepted are thrpt, avgt, sample and ss");
                };
        boolean agrees = direction == HIGHER_IS_BETTER ? unit.startsWith("ops/") : unit.endsWith("/op");
        if (!agrees) {
            throw new IllegalArgumentException("unit " + unit + " with mode " + mode + ": a "
                    + (direction == HIGHER_IS_BETTER ? "throughput is in ops/<time>" : "time is in <time>/op"));
        }
        return direction;
    }

    /**
     * Returns what a change of the value means for speed: above 1 it got faster, below 1 slower, whatever the mode.
     *
     * @param before the old value
     * @param after the new value, in the same unit
     */
    public double speedRatio(double before, double after) {
        if (before == after) {
            return 1;
        }
        return this == HIGHER_IS_BETTER ? after / before : before / after;
    }
}
