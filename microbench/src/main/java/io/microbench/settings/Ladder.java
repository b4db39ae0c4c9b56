// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import io.microbench.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * A ladder of thread counts, parsed from text.
 *
 * <table>
 * <caption>Texts and their meaning</caption>
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

    /** Maximum number of rungs: each rung is a case with its own forks, so more rungs would run for days. */
    public static final int MOST_RUNGS = 1_000;

    /** Describes the syntax that {@link #parse} accepts; completes the sentence of an error message. */
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
            if (rung < 1 || rung > MOST_THREADS) {
                throw new IllegalArgumentException(String.format(
                        "\"%d\" in %s is not a thread count: expected 1 to %d", rung, quoted(text), MOST_THREADS));
            }
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
            String numbers = part.replaceAll("(?i)\\bmax\\b", Integer.toString(processors))
                    .replaceAll("\\s", "");
            rungs.addAll(parse(numbers, numbers.equals(text) ? "" : " in " + quoted(text)));
        }
        return new Ladder(text, text.contains("..") ? List.copyOf(new TreeSet<>(rungs)) : rungs);
    }

    private static List<Integer> parse(String part, String where) {
        if (part.matches("\\d{1,9}")) {
            return List.of(Integer.parseInt(part));
        }
        return Climb.parse(part)
                .orElseThrow(() -> new IllegalArgumentException(
                        quoted(part) + where + " is neither a thread count nor an ascending range of at most "
                                + MOST_RUNGS + ". Expected " + ACCEPTED))
                .stream()
                .map(Math::toIntExact)
                .toList();
    }

    static String quoted(String text) {
        return "\"" + Printable.value(text) + "\"";
    }

    public int highest() {
        return rungs.stream().mapToInt(rung -> rung).max().orElseThrow();
    }

    /** Returns whether each rung is higher than the rung before it. */
    public boolean climbs() {
        Set<Integer> sorted = new TreeSet<>(rungs);
        return List.copyOf(sorted).equals(rungs);
    }

    @Override
    public String toString() {
        return text;
    }

    /**
     * Parses ranges of whole numbers, with a step or a factor: {@code 1..8}, {@code 1..200+10}, {@code 1..64*2}.
     *
     * <p>As in erlperf, the numbers after the first are multiples of the step: 1, 10, 20, 30.
     */
    public static final class Climb {

        /** The form of a range; the number of digits is limited so that a product of two numbers fits into a {@code long}. */
        private static final Pattern TEXT = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})(?:([+*])(\\d{1,9}))?");

        private Climb() {}

        /** Returns the numbers in ascending order; empty if the text is not a range, or has more than {@value #MOST_RUNGS}. */
        public static Optional<List<Long>> parse(String text) {
            Matcher range = TEXT.matcher(text);
            if (!range.matches()) {
                return Optional.empty();
            }
            long first = Long.parseLong(range.group(1));
            long last = Long.parseLong(range.group(2));
            boolean times = "*".equals(range.group(3));
            long by = range.group(4) == null ? 1 : Long.parseLong(range.group(4));
            if (first > last || (times ? by < 2 || first == 0 : by == 0)) {
                return Optional.empty();
            }
            List<Long> numbers = LongStream.iterate(
                            first, value -> value <= last, value -> times ? value * by : (value + by) / by * by)
                    .limit(MOST_RUNGS + 1L)
                    .boxed()
                    .toList();
            return Optional.of(numbers).filter(all -> all.size() <= MOST_RUNGS);
        }
    }
}
