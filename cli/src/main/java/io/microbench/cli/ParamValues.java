// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Ladder;
import io.microbench.settings.Ladder.Climb;
import io.microbench.text.Words;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the values of an input: single values, with quotes around commas as in settings, and ranges as for workers.
 *
 * <p>{@code 10..10000*10} is 10, 100, 1000 and 10000, {@code 1..100+10} is 1 and the multiples of 10 up to 100, and
 * {@code 1..4} all numbers from 1 to 4.
 */
final class ParamValues {

    private static final Pattern BEGUN = Pattern.compile("\\d+\\.\\..*");

    private final String param;

    ParamValues(String param) {
        this.param = param;
    }

    /** Returns the values in the given order. */
    List<String> read(String text) {
        List<String> values = items(text).stream()
                .flatMap(value -> BEGUN.matcher(value).matches() ? range(value) : Stream.of(value))
                .toList();
        if (values.stream().distinct().count() < values.size()) {
            throw wrong("a value is given twice, but each value is measured only once. Remove the duplicate");
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

    private Stream<String> range(String text) {
        return Climb.parse(text)
                .orElseThrow(() -> wrong("\"" + text + "\" is not a range of at most " + Ladder.MOST_RUNGS
                        + " values. Expected ascending whole numbers of at most 9 digits as in 1..8, 10..100+10 (steps of"
                        + " 10) or 10..10000*10 (each ten times the previous value)"))
                .stream()
                .map(number -> Long.toString(number));
    }

    private ConfigurationException wrong(String why) {
        return new ConfigurationException("--param " + param + ": " + why + ".");
    }
}
