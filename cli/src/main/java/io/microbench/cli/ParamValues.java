// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Ladder.Climb;
import io.microbench.text.Words;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the values of an input: single values, in which quotes keep commas as in settings, and ranges as for workers.
 *
 * <p>{@code 10..10000*10} is 10, 100, 1000 and 10000, {@code 1..100+10} is 1 and the multiples of 10 up to 100, and
 * {@code 1..4} all numbers from 1 to 4.
 */
final class ParamValues {

    /** More would run for hours: each is measured with forks of its own. */
    static final int MOST = 1_000;

    private static final Pattern BEGUN = Pattern.compile("\\d+\\.\\..*");

    /** With no more digits a product of two numbers below the last one is a {@code long}. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})(?:([+*])(\\d{1,9}))?");

    private final String param;

    /**
     * Prepares to read.
     *
     * @param param the whole text of the option, for messages
     */
    ParamValues(String param) {
        this.param = param;
    }

    /** Returns the values in the given order. */
    List<String> read(String text) {
        List<String> values = items(text).stream()
                .flatMap(value -> BEGUN.matcher(value).matches() ? range(value).stream() : Stream.of(value))
                .toList();
        if (values.stream().distinct().count() < values.size()) {
            throw wrong("a value is given twice. Each is measured once: leave it out");
        }
        return values;
    }

    private List<String> items(String text) {
        try {
            return text.isBlank() ? List.of("") : Words.split(text, ',');
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage()
                    + ". Close it, or put a quote that belongs to the value in quotes of the other kind");
        }
    }

    private List<String> range(String text) {
        Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            long first = Long.parseLong(range.group(1));
            long last = Long.parseLong(range.group(2));
            boolean times = "*".equals(range.group(3));
            long by = range.group(4) == null ? 1 : Long.parseLong(range.group(4));
            if (first <= last && (times ? by > 1 && first > 0 : by > 0)) {
                List<String> values = new Climb(first, last, by, times)
                        .values()
                        .limit(MOST + 1L)
                        .mapToObj(Long::toString)
                        .toList();
                if (values.size() <= MOST) {
                    return values;
                }
            }
        }
        throw wrong("\"" + text + "\" is not a range of at most " + MOST
                + " values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of 10) or"
                + " 10..10000*10 (each ten times the one before)");
    }

    private ConfigurationException wrong(String why) {
        return new ConfigurationException("--param " + param + ": " + why + ".");
    }
}
