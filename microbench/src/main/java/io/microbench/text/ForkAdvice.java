// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/**
 * Words the advice to run more forks.
 *
 * <p>A number is only named where somebody would run as many. Beyond that the number says no more than that forks differ too
 * much for the question, or that a change lies on the edge of the tolerance; words say that better, and nobody plans a night
 * by them.
 */
public final class ForkAdvice {

    /** More than these, on top of those that were run, nobody adds to settle one case. */
    public static final int MOST = 20;

    /** What is said where more forks than these would be needed. */
    public static final String BEYOND = "more forks would not settle it within reason";

    private ForkAdvice() {}

    /**
     * Returns whether somebody would run so many more forks.
     *
     * @param more forks, on each side if there are two, on top of those that were run
     */
    public static boolean isReasonable(int more) {
        return more <= MOST;
    }

    /**
     * Returns how many more forks on each of two sides would decide: {@code 7 more forks a side would decide}, or that none
     * would within reason.
     *
     * @param why what stands in the way, for where the number is beyond reason; may be empty
     */
    public static String deciding(int more, String why) {
        if (isReasonable(more)) {
            return Counted.of(more, "more fork") + " a side would decide";
        }
        return why.isEmpty() ? BEYOND : BEYOND + ": " + why;
    }
}
