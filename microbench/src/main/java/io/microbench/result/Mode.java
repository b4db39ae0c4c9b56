// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/**
 * The modes in which JMH measures; each is written and read by JMH's short label.
 *
 * <p>To add a mode, add an entry here: other code only uses its properties, and a test names the schemas that list the labels.
 */
public enum Mode {
    THROUGHPUT("thrpt", true, Timed.ITERATION),
    /** Average time of an operation over an iteration. */
    AVERAGE_TIME("avgt", false, Timed.ITERATION),
    /** Time of single operations, which are sampled. */
    SAMPLE_TIME("sample", false, Timed.CALL),
    /** Time of one operation, or of one batch, without a loop around it. */
    SINGLE_SHOT_TIME("ss", false, Timed.BATCH);

    /** The work between two readings of JMH's clock. */
    private enum Timed {
        ITERATION,
        CALL,
        BATCH
    }

    private final String label;
    private final boolean higherIsBetter;
    private final Timed timed;

    Mode(String label, boolean higherIsBetter, Timed timed) {
        this.label = label;
        this.higherIsBetter = higherIsBetter;
        this.timed = timed;
    }

    /**
     * Returns the mode with the given label.
     *
     * @param label JMH's short label, such as {@code thrpt}
     * @throws IllegalArgumentException if no mode has this label; the message names the label and the expected labels
     */
    @JsonCreator
    public static Mode of(String label) {
        for (Mode mode : values()) {
            if (mode.label.equals(label)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("mode " + label + ": expected " + labels(" or "));
    }

    /**
     * Returns the labels of all modes as a list for messages: {@code thrpt, avgt, sample or ss}.
     *
     * @param last the separator before the last label
     */
    public static String labels(String last) {
        List<String> labels = Arrays.stream(values()).map(Mode::label).toList();
        int end = labels.size() - 1;
        return String.join(", ", labels.subList(0, end)) + last + labels.get(end);
    }

    /** Returns JMH's short label. */
    @JsonValue
    public String label() {
        return label;
    }

    /** Returns whether a higher score is better. */
    public boolean higherIsBetter() {
        return higherIsBetter;
    }

    /** Returns whether scores are of single operations, whose distribution is kept. */
    public boolean isSampled() {
        return timed == Timed.CALL;
    }

    /** Returns whether an iteration is one batch of calls, not as many calls as fit in its time. */
    public boolean isSingleShot() {
        return timed == Timed.BATCH;
    }

    /** Returns whether the clock is read around each call or batch, and not around a whole iteration. */
    public boolean timesCalls() {
        return timed != Timed.ITERATION;
    }

    /** Converts a change of the score to a change of speed: above 1 it is faster, below 1 slower, in any mode. */
    public double speedRatio(double before, double after) {
        if (before == after) {
            return 1;
        }
        return higherIsBetter ? after / before : before / after;
    }

    /** Returns the label, for messages. */
    @Override
    public String toString() {
        return label;
    }
}
