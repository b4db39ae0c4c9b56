// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/**
 * The confidence levels of the intervals in reports and verdicts.
 *
 * <p>If a number is shown with intervals of several levels, each interval names its level.
 */
public enum Confidence {

    /** JMH's own error: all iterations pooled, as if they were independent. */
    JMH_ERROR(0.999),
    /** A verdict on one case, unless a setting specifies another level. */
    VERDICT(0.99),
    /** The interval over forks next to a score in reports and the history, and the interval of a verdict on one case. */
    OVER_FORKS(VERDICT.level),
    /** The precision of a case: forks are added until this interval is narrow enough, and predictions of more forks use it. */
    PRECISION(0.95),
    /** The interval of a snippet, and of an empty call. */
    CALL(0.95),
    /** The one-sided limit beyond which the latest run of a history is a suspect. */
    SUSPECT(0.999),
    /** The interval of fresh forks that has to exclude the suspected slowdown. */
    RULED_OUT(0.95);

    private final double level;

    Confidence(double level) {
        this.level = level;
    }

    /** Returns the nominal share of such intervals that contain the true value, between 0 and 1. */
    public double level() {
        return level;
    }

    /** Returns the nominal share of such intervals that miss the true value, the level of significance: 0.01 for 99 %. */
    public double significance() {
        return significance(level);
    }

    /** Returns the level of significance for any confidence, without the rounding error of a subtraction. */
    public static double significance(double level) {
        return Math.round((1 - level) * 1e12) / 1e12;
    }

    /** Returns the level as it is written in headings: {@code 99.9%}. */
    public String percent() {
        double percent = Math.round(level * 1e4) / 100.0;
        return (percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent)) + "%";
    }
}
