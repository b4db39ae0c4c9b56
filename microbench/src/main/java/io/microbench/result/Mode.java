// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;

/**
 * JMH's benchmark modes, which are stored as JMH's short labels.
 *
 * <p>To add a mode, add an entry here. Other code only uses its properties; a test names the schemas that list the labels.
 */
public enum Mode {
    THROUGHPUT("thrpt", true, Timed.ITERATION),
    /** Average time of an operation over an iteration. */
    AVERAGE_TIME("avgt", false, Timed.ITERATION),
    /** Times of sampled single operations. */
    SAMPLE_TIME("sample", false, Timed.CALL),
    /** Time of one operation, or of one batch, without a loop around it. */
    SINGLE_SHOT_TIME("ss", false, Timed.BATCH);

    /** The work that is timed as a whole. */
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

    /** Returns whether scores are times of single operations, whose distribution is recorded. */
    public boolean isSampled() {
        return timed == Timed.CALL;
    }

    /** Returns whether an iteration is one batch of calls instead of a period of time. */
    public boolean isSingleShot() {
        return timed == Timed.BATCH;
    }

    /** Returns whether each call or batch is timed separately instead of the whole iteration. */
    public boolean timesCalls() {
        return timed != Timed.ITERATION;
    }

    /** Converts a ratio of scores to a ratio of speeds: in all modes, above 1 is faster and below 1 slower. */
    public double speedRatio(double before, double after) {
        if (before == after) {
            return 1;
        }
        return higherIsBetter ? after / before : before / after;
    }

    /** Returns the label. */
    @Override
    public String toString() {
        return label;
    }
}
