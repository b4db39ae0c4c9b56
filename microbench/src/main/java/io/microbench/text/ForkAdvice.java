// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

/**
 * Formats the advice to run more forks.
 *
 * <p>A number is only given if it is reasonable. A larger one only means that forks differ too much, or that a change is at
 * the edge of the tolerance, which words say better.
 */
public final class ForkAdvice {

    /** The largest reasonable number of additional forks for one case. */
    public static final int MOST = 20;

    /** The text if more forks than these would be needed. */
    public static final String BEYOND = "more forks are unlikely to help";

    private ForkAdvice() {}

    /**
     * Returns whether a number of additional forks is reasonable.
     *
     * @param more forks, on each side if there are two, in addition to those that were run
     */
    public static boolean isReasonable(int more) {
        return more <= MOST;
    }

    /**
     * Returns how many more forks per side would decide, {@code 7 more forks a side would decide}, or that no reasonable
     * number would.
     *
     * @param why the obstacle, used if the number is not reasonable; may be empty
     */
    public static String deciding(int more, String why) {
        if (isReasonable(more)) {
            return Counted.of(more, "more fork") + " a side would decide";
        }
        return why.isEmpty() ? BEYOND : BEYOND + ": " + why;
    }
}
