// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.stats.Confidence;
import io.microbench.text.Numbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A column of the tables of cases.
 *
 * @param names the name of each of its values in CSV; empty where it has no values there
 * @param label its heading, without the level of an interval
 * @param title its meaning, as a sentence shown on the page
 * @param format how its values are written
 * @param places where it is shown
 * @param always whether it is shown even if no row has a value
 * @param level the level of the interval that it holds
 * @param values returns the values of a row: a text, or numbers, NaN if unknown
 */
record CaseColumn(
        List<String> names,
        String label,
        String title,
        Format format,
        Set<Place> places,
        boolean always,
        Optional<Confidence> level,
        Function<CaseRow, Value> values) {

    enum Place {
        CONSOLE,
        MARKDOWN,
        CSV,
        PAGE
    }

    /** How values are formatted: words, sentences, and numbers; {@code columns.js} has the same list. */
    enum Format {
        TEXT,
        NOTE,
        COUNT,
        SCORE,
        ERROR,
        PERCENT,
        INTERVAL;

        boolean isNumber() {
            return this != TEXT && this != NOTE;
        }
    }

    /** Content of a cell: a text, a number, or the two ends of an interval. */
    record Value(String text, double first, double second) {

        static Value of(String text) {
            return new Value(text, Double.NaN, Double.NaN);
        }

        static Value of(double number) {
            return new Value("", number, Double.NaN);
        }

        static Value of(double low, double high) {
            return new Value("", low, high);
        }

        boolean isPresent() {
            return !text.isEmpty() || !Double.isNaN(first);
        }
    }

    /** Creates a column; its names in CSV are separated by blanks. */
    static CaseColumn of(
            String names, String label, Format format, Set<Place> places, Function<CaseRow, Value> values) {
        return new CaseColumn(
                names.isEmpty() ? List.of() : List.of(names.split(" ")),
                label,
                "",
                format,
                EnumSet.copyOf(places),
                false,
                Optional.empty(),
                values);
    }

    CaseColumn titled(String sentence) {
        return new CaseColumn(names, label, sentence, format, places, always, level, values);
    }

    CaseColumn shownAlways() {
        return new CaseColumn(names, label, title, format, places, true, level, values);
    }

    CaseColumn at(Confidence confidence) {
        return new CaseColumn(names, label, title, format, places, always, Optional.of(confidence), values);
    }

    /** Returns the heading with the level of the interval, for tables that show intervals of several levels. */
    String heading() {
        return label
                + level.map(confidence -> " (" + confidence.percent() + ")").orElse("");
    }

    Value value(CaseRow row) {
        return values.apply(row);
    }

    /** Returns the formatted value of a row; empty if there is none. */
    String text(CaseRow row) {
        Value value = value(row);
        if (!value.isPresent()) {
            return "";
        }
        return switch (format) {
            case TEXT, NOTE -> value.text();
            case COUNT -> Numbers.fixed(value.first(), 0);
            case SCORE -> value.text().isEmpty() ? Numbers.score(value.first()) : value.text();
            case ERROR ->
                Numbers.error(
                        value.first(),
                        row.metric().map(metric -> metric.score()).orElse(Double.NaN));
            case PERCENT -> Numbers.percent(value.first());
            case INTERVAL -> "[" + Numbers.score(value.first()) + ", " + Numbers.score(value.second()) + "]";
        };
    }
}
