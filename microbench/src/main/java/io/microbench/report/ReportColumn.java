// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.stats.Confidence;
import io.microbench.text.Csv;
import io.microbench.text.MarkdownTable;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import io.microbench.text.TextTable;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A column of a table of cases, verdicts or curves. The columns that identify a row are not included.
 *
 * @param names the name of each of its values in CSV and in the page's data; empty if it is in neither
 * @param label its heading, without the level of an interval
 * @param title an explanation shown on the page
 * @param always whether it is shown even if no row has a value
 * @param level the level of the interval that it contains
 * @param values returns the value for a row: a text, or numbers, NaN if unknown
 */
record ReportColumn<R>(
        List<String> names,
        String label,
        String title,
        Format format,
        Set<Place> places,
        boolean always,
        Optional<Confidence> level,
        Function<R, Value> values) {

    /** The largest half-width that is shown exactly, as a share of the rate. */
    private static final double MOST_ERROR = 10;

    enum Place {
        CONSOLE,
        MARKDOWN,
        CSV,
        PAGE
    }

    /** The format of a column's values; the page's formats are in {@code columns.js}. */
    enum Format {
        TEXT,
        /** One or more sentences. */
        NOTE,
        UNIT,
        COUNT,
        /** Two numbers, one per side (baseline and candidate). */
        COUNTS,
        SCORE,
        /** An error, formatted to match the score, which is the second number. */
        ERROR,
        PERCENT,
        PROBABILITY,
        /** A ratio, formatted as a change. */
        CHANGE,
        RATE,
        /** The half-width of an interval, as a share of its rate. */
        HALF_WIDTH,
        /** Nanoseconds, in a suitable unit. */
        DURATION,
        /** Both ends of an interval of scores; {@link #CHANGES} and {@link #RATES} are the same for changes and rates. */
        SCORES,
        CHANGES,
        RATES;

        boolean isNumber() {
            return this != TEXT && this != NOTE && this != UNIT;
        }

        String inPage() {
            return this == SCORES || this == CHANGES ? "interval" : name().toLowerCase(Locale.ROOT);
        }

        String text(Value value) {
            double first = value.first();
            double second = value.second();
            return switch (this) {
                case TEXT, NOTE, UNIT -> value.text();
                case COUNT -> Numbers.fixed(first, 0);
                case COUNTS -> Numbers.fixed(first, 0) + "/" + Numbers.fixed(second, 0);
                case SCORE -> value.text().isEmpty() ? Numbers.score(first) : value.text();
                case ERROR -> Numbers.error(first, second);
                case PERCENT -> Numbers.percent(first);
                case PROBABILITY -> Numbers.probability(first);
                case CHANGE -> Numbers.change(first - 1);
                case RATE -> rate(first);
                case HALF_WIDTH ->
                    first > MOST_ERROR ? ">" + Numbers.percent(MOST_ERROR) : "±" + Numbers.percent(first);
                case DURATION -> Quantity.DURATION.format(first);
                case SCORES -> "[" + Numbers.score(first) + ", " + Numbers.score(second) + "]";
                case CHANGES -> Numbers.changes(first, second);
                case RATES -> "[" + rate(first) + ", " + rate(second) + "]";
            };
        }
    }

    /** The content of a cell: a text, a number, or two numbers. */
    record Value(String text, double first, double second) {

        static Value of(String text) {
            return new Value(text, Double.NaN, Double.NaN);
        }

        static Value of(double number) {
            return new Value("", number, Double.NaN);
        }

        static Value of(double first, double second) {
            return new Value("", first, second);
        }

        boolean isPresent() {
            return !text.isEmpty() || !Double.isNaN(first);
        }
    }

    /** Creates a column; the names are separated by spaces. */
    static <R> ReportColumn<R> of(
            String names, String label, Format format, Set<Place> places, Function<R, Value> values) {
        return new ReportColumn<>(
                names.isEmpty() ? List.of() : List.of(names.split(" ")),
                label,
                "",
                format,
                Set.copyOf(places),
                false,
                Optional.empty(),
                values);
    }

    static <R> ReportColumn<R> number(
            String name, String label, Format format, Set<Place> places, ToDoubleFunction<R> values) {
        return of(name, label, format, places, row -> Value.of(values.applyAsDouble(row)));
    }

    ReportColumn<R> titled(String sentence) {
        return new ReportColumn<>(names, label, sentence, format, places, always, level, values);
    }

    ReportColumn<R> shownAlways() {
        return new ReportColumn<>(names, label, title, format, places, true, level, values);
    }

    ReportColumn<R> at(Confidence confidence) {
        return new ReportColumn<>(names, label, title, format, places, always, Optional.of(confidence), values);
    }

    /** Returns the columns of an output that are always shown or have a value in one of the rows; for CSV, all its columns. */
    static <R> List<ReportColumn<R>> shown(List<ReportColumn<R>> all, Place place, Collection<R> rows) {
        return all.stream()
                .filter(column -> column.places.contains(place))
                .filter(column -> place == Place.CSV
                        || column.always
                        || rows.stream().anyMatch(row -> column.value(row).isPresent()))
                .toList();
    }

    static <R> void addTo(TextTable table, List<ReportColumn<R>> columns) {
        for (ReportColumn<R> column : columns) {
            if (column.format == Format.NOTE) {
                table.remarks(column.label);
            } else {
                table.right(column.label);
            }
        }
    }

    static <R> void addTo(MarkdownTable table, List<ReportColumn<R>> columns) {
        for (ReportColumn<R> column : columns) {
            if (column.format.isNumber()) {
                table.right(column.heading());
            } else {
                table.left(column.heading());
            }
        }
    }

    /** Returns the heading with the level of the interval, for tables that show intervals of several levels. */
    String heading() {
        return label
                + level.map(confidence -> " (" + confidence.percent() + ")").orElse("");
    }

    Value value(R row) {
        return values.apply(row);
    }

    /** Returns the formatted value for a row; empty if it is missing. */
    String text(R row) {
        Value value = value(row);
        return value.isPresent() ? format.text(value) : "";
    }

    /** Returns the cells of a row in CSV, one for each name. */
    List<String> csv(R row) {
        Value value = value(row);
        if (!format.isNumber()) {
            return List.of(value.text());
        }
        if (names.size() > 1) {
            return List.of(Csv.number(value.first()), Csv.number(value.second()));
        }
        return List.of(format == Format.COUNT ? Csv.count(value.first()) : Csv.number(value.first()));
    }

    /** Formats operations per second; from 100 on, as a whole number: {@code 25,851}. */
    static String rate(double perSecond) {
        return Numbers.scaled(Math.abs(perSecond) >= 100 ? Math.rint(perSecond) : perSecond);
    }
}
