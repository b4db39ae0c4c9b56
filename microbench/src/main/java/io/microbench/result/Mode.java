/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The modes in which JMH measures; each is written and read by JMH's short label. */
public enum Mode {
    /** Operations per unit of time. */
    THROUGHPUT("thrpt", true),
    /** Time of an operation, the mean over an iteration. */
    AVERAGE_TIME("avgt", false),
    /** Time of single operations, which are sampled. */
    SAMPLE_TIME("sample", false),
    /** Time of one operation, or of one batch, without a loop around it. */
    SINGLE_SHOT_TIME("ss", false);

    private final String label;
    private final boolean higherIsBetter;

    Mode(String label, boolean higherIsBetter) {
        this.label = label;
        this.higherIsBetter = higherIsBetter;
    }

    /**
     * Returns the mode of a label.
     *
     * @param label JMH's short label: {@code thrpt}, {@code avgt}, {@code sample} or {@code ss}
     * @throws IllegalArgumentException if no mode has it; the message names the label and what is accepted
     */
    @JsonCreator
    public static Mode of(String label) {
        for (Mode mode : values()) {
            if (mode.label.equals(label)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("mode " + label + ": accepted are thrpt, avgt, sample and ss");
    }

    /** Returns JMH's short label. */
    @JsonValue
    public String label() {
        return label;
    }

    /** Returns whether a higher score is the better one. */
    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /**
     * Returns what a change of the score means for speed: above 1 it got faster, below 1 slower, whatever the mode.
     *
     * @param before the earlier score
     * @param after the later score, in the same unit
     */
    public double speedRatio(double before, double after) {
        if (before == after) {
            return 1;
        }
        return higherIsBetter ? after / before : before / after;
    }

    /** Returns the label, as messages have it. */
    @Override
    public String toString() {
        return label;
    }
}
