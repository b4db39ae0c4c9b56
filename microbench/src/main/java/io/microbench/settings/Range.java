// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One part of a ladder: a single thread count, or a range of them.
 *
 * @param rungs in ascending order, at least one
 * @param isSingle whether it was written as one count
 * @param isMax whether it was written as the number of processors
 */
record Range(List<Integer> rungs, boolean isSingle, boolean isMax) {

    private static final String MAX = "max";
    private static final Pattern RANGE = Pattern.compile("([^.]*)\\.\\.([^+*]*)(?:([+*])(.*))?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");

    /** Longer numbers are too large, and may not fit into an int. */
    private static final int MOST_DIGITS = 9;

    /**
     * Parses a part.
     *
     * @param text the whole ladder, for messages
     */
    static Range parse(String part, String text, int processors) {
        Matcher range = RANGE.matcher(part);
        if (!range.matches()) {
            return new Range(List.of(count(part, text, processors)), true, isMax(part));
        }
        int first = count(range.group(1), text, processors);
        int last = count(range.group(2), text, processors);
        if (last < first) {
            throw wrong(part, text, "falls: write " + last + ".." + first);
        }
        if (range.group(3) == null) {
            return range(new Climb(first, last, 1, false), text);
        }
        boolean times = range.group(3).equals("*");
        int least = times ? 2 : 1;
        String stride = range.group(4).strip();
        int by = DIGITS.matcher(stride).matches() ? number(stride) : 0;
        if (by < least) {
            throw wrong(
                    part,
                    text,
                    "is not ascending: after " + range.group(3) + " write a whole number of at least " + least
                            + ", such as " + first + ".." + last + range.group(3) + least);
        }
        return range(new Climb(first, last, by, times), text);
    }

    private static int count(String text, String ladder, int processors) {
        String stripped = text.strip();
        if (isMax(stripped)) {
            return processors;
        }
        if (!DIGITS.matcher(stripped).matches()) {
            throw wrong(stripped, ladder, "is neither a thread count nor a range. Expected " + Ladder.ACCEPTED);
        }
        int value = number(stripped);
        Ladder.require(value >= 1 && value <= Ladder.MOST_THREADS, stripped, ladder);
        return value;
    }

    private static boolean isMax(String text) {
        return text.equalsIgnoreCase(MAX);
    }

    private static int number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(significant);
    }

    private static Range range(Climb climb, String text) {
        List<Integer> rungs = climb.values()
                .limit(Ladder.MOST_RUNGS + 1L)
                .mapToObj(Math::toIntExact)
                .toList();
        if (rungs.size() > Ladder.MOST_RUNGS) {
            throw new IllegalArgumentException(String.format(
                    "%s has more than %d rungs. A larger step makes fewer, such as 1..200+10 or 1..64*2",
                    Ladder.quoted(text), Ladder.MOST_RUNGS));
        }
        return new Range(rungs, false, false);
    }

    private static IllegalArgumentException wrong(String part, String text, String why) {
        String where = part.equals(text.strip()) ? "" : " in " + Ladder.quoted(text);
        return new IllegalArgumentException(Ladder.quoted(part) + where + " " + why);
    }

    int first() {
        return rungs.get(0);
    }

    int last() {
        return rungs.get(rungs.size() - 1);
    }
}
