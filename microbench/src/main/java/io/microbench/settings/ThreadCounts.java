// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The thread counts of a setting or an option.
 *
 * @param ladder the counts; with a squeeze, all counts that it may reach
 * @param patience with a squeeze, the number of rungs in a row without a gain after which it ends; empty for a ladder
 */
public record ThreadCounts(Ladder ladder, OptionalInt patience) {

    /** The word for a search for the best thread count. */
    public static final String SQUEEZE = "squeeze";

    /** The input of {@link #parse}, as the end of a sentence. */
    public static final String ACCEPTED = Ladder.ACCEPTED + "; or " + SQUEEZE
            + ", which adds threads until more of them bring no gain, with limits as in squeeze:1..64*2 or"
            + " squeeze:1..25+10,patience=5";

    /** The default number of passes in a row without a gain. */
    public static final int PATIENCE = 3;

    private static final int LEAST_TOP = 8;
    private static final int TOP_PER_PROCESSOR = 4;

    private static final Pattern LIMITS =
            Pattern.compile(SQUEEZE + "(?::(?!patience=)(.+?))?(?:[:,]patience=([1-9]\\d{0,8}))?");

    /** Returns the default highest rung of a squeeze: four times the number of processors, and at least 8. */
    public static int defaultTop() {
        return Math.max(LEAST_TOP, TOP_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }

    /**
     * Parses thread counts.
     *
     * @throws IllegalArgumentException if the text is invalid; the message says what is wrong with it
     */
    public static ThreadCounts parse(String text) {
        String requested = text.strip();
        if (!requested.startsWith(SQUEEZE)) {
            return new ThreadCounts(Ladder.parse(text), OptionalInt.empty());
        }
        Matcher limits = LIMITS.matcher(requested);
        if (!limits.matches()) {
            throw new IllegalArgumentException(Ladder.quoted(requested)
                    + " is not a squeeze: expected squeeze, squeeze:1..64*2 or squeeze:1..25+10,patience=5");
        }
        Ladder ladder = Ladder.parse(limits.group(1) == null ? "1.." + defaultTop() : limits.group(1));
        if (!ladder.climbs()) {
            throw new IllegalArgumentException(Ladder.quoted(ladder.text())
                    + " is not ascending, as required for a squeeze: write the counts in ascending order");
        }
        int patience = limits.group(2) == null ? PATIENCE : Integer.parseInt(limits.group(2));
        return new ThreadCounts(ladder, OptionalInt.of(patience));
    }

    /**
     * Parses a single thread count.
     *
     * @throws IllegalArgumentException if the text is invalid, or contains several counts
     */
    public static int one(String text) {
        Ladder ladder = Ladder.parse(text);
        if (ladder.rungs().size() != 1) {
            throw new IllegalArgumentException("it has " + ladder.rungs().size() + " thread counts");
        }
        return ladder.highest();
    }
}
