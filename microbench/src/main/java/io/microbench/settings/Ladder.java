// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * A ladder of thread counts, parsed from text.
 *
 * <table>
 * <caption>What a text means</caption>
 * <tr><td>{@code 1,2,4}</td><td>these, in the given order</td></tr>
 * <tr><td>{@code 1..8}</td><td>all from 1 to 8</td></tr>
 * <tr><td>{@code 1..200+10}</td><td>1, then the multiples of 10 up to 200: 21 rungs</td></tr>
 * <tr><td>{@code 1..64*2}</td><td>1, 2, 4, 8, 16, 32, 64</td></tr>
 * <tr><td>{@code max}</td><td>the number of processors; also as the end of a range</td></tr>
 * </table>
 *
 * <p>All of these can be mixed, separated by commas. A count that is repeated is one rung. A list of single counts keeps its order;
 * with a range, all are sorted.
 *
 * @param text the original text
 * @param rungs the thread counts in the order of measurement, each once; at least one
 */
public record Ladder(String text, List<Integer> rungs) {

    /**
     * The highest rung. The limit of platform threads is lower on most machines (at about 32,000 with the 65,530 memory maps
     * that Linux allows a process by default); a larger number is probably a mistake, even for virtual threads.
     */
    public static final int MOST_THREADS = 100_000;

    /** The most rungs: each is a case with its own forks, so that more would run for days. */
    public static final int MOST_RUNGS = 1_000;

    /** The input of {@link #parse}, as the end of a sentence. */
    public static final String ACCEPTED = "a thread count from 1 to " + MOST_THREADS
            + ", max for the number of processors, or a range such as 1..8, 1..200+10 (1, 10, 20 up to 200)"
            + " or 1..64*2 (1, 2, 4 up to 64); several are separated by commas";

    public Ladder {
        rungs = List.copyOf(new LinkedHashSet<>(rungs));
        if (rungs.isEmpty() || rungs.size() > MOST_RUNGS) {
            throw new IllegalArgumentException(String.format(
                    "%s has %d rungs: expected 1 to %d. A larger step makes fewer, such as 1..200+10 or 1..64*2",
                    quoted(text), rungs.size(), MOST_RUNGS));
        }
        for (int rung : rungs) {
            require(rung >= 1 && rung <= MOST_THREADS, Integer.toString(rung), text);
        }
    }

    /**
     * Parses a ladder.
     *
     * @throws IllegalArgumentException if the text is invalid; the message names the text, what is wrong with it and what is
     *     expected
     */
    public static Ladder parse(String text) {
        return parse(text, Runtime.getRuntime().availableProcessors());
    }

    public static Ladder parse(String text, int processors) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("The ladder is empty. Write " + ACCEPTED);
        }
        List<Integer> rungs = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            rungs.addAll(Range.parse(part.strip(), text, processors));
        }
        return new Ladder(text, text.contains("..") ? List.copyOf(new TreeSet<>(rungs)) : rungs);
    }

    static void require(boolean isCount, String value, String text) {
        if (!isCount) {
            throw new IllegalArgumentException(String.format(
                    "%s in %s is not a thread count: expected 1 to %d", quoted(value), quoted(text), MOST_THREADS));
        }
    }

    static String quoted(String text) {
        return "\"" + Printable.value(text) + "\"";
    }

    public int highest() {
        return rungs.stream().mapToInt(rung -> rung).max().orElseThrow();
    }

    /** Returns whether each rung is higher than the one before. */
    public boolean climbs() {
        Set<Integer> sorted = new TreeSet<>(rungs);
        return List.copyOf(sorted).equals(rungs);
    }

    @Override
    public String toString() {
        return text;
    }

    /** Parses one part of a ladder: a single thread count, or a range of them. */
    static final class Range {

        private static final String MAX = "max";
        private static final Pattern RANGE = Pattern.compile("([^.]*)\\.\\.([^+*]*)(?:([+*])(.*))?");
        private static final Pattern DIGITS = Pattern.compile("[0-9]+");

        /** Longer numbers are too large, and may not fit into an int. */
        private static final int MOST_DIGITS = 9;

        private Range() {}

        static List<Integer> parse(String part, String text, int processors) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                return List.of(count(part, text, processors));
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
            if (stripped.equalsIgnoreCase(MAX)) {
                return processors;
            }
            if (!DIGITS.matcher(stripped).matches()) {
                throw wrong(stripped, ladder, "is neither a thread count nor a range. Expected " + Ladder.ACCEPTED);
            }
            int value = number(stripped);
            Ladder.require(value >= 1 && value <= Ladder.MOST_THREADS, stripped, ladder);
            return value;
        }

        private static int number(String digits) {
            String significant = digits.replaceFirst("^0+(?=.)", "");
            return significant.length() > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(significant);
        }

        private static List<Integer> range(Climb climb, String text) {
            List<Integer> rungs = climb.values()
                    .limit(Ladder.MOST_RUNGS + 1L)
                    .mapToObj(Math::toIntExact)
                    .toList();
            if (rungs.size() > Ladder.MOST_RUNGS) {
                throw new IllegalArgumentException(String.format(
                        "%s has more than %d rungs. A larger step makes fewer, such as 1..200+10 or 1..64*2",
                        Ladder.quoted(text), Ladder.MOST_RUNGS));
            }
            return rungs;
        }

        private static IllegalArgumentException wrong(String part, String text, String why) {
            String where = part.equals(text.strip()) ? "" : " in " + Ladder.quoted(text);
            return new IllegalArgumentException(Ladder.quoted(part) + where + " " + why);
        }
    }

    /**
     * Whole numbers from one to another, by steps or by a factor.
     *
     * <p>Steps go to the multiples of the step, as those of erlperf do: from 1 by 10 to 10, 20, 30.
     *
     * @param first the first number; at least 1 for a factor
     * @param last upper limit, below 2<sup>31</sup>, like {@code by}, so that products do not overflow
     * @param by the step, at least 1, or the factor, at least 2
     * @param times whether {@code by} is a factor
     */
    public record Climb(long first, long last, long by, boolean times) {

        /** Returns the numbers in ascending order. */
        public LongStream values() {
            return LongStream.iterate(
                    first, value -> value <= last, value -> times ? value * by : (value + by) / by * by);
        }
    }
}
