// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static io.microbench.report.CaseColumn.Place.CONSOLE;
import static io.microbench.report.CaseColumn.Place.CSV;
import static io.microbench.report.CaseColumn.Place.MARKDOWN;
import static io.microbench.report.CaseColumn.Place.PAGE;

import io.microbench.report.CaseColumn.Place;
import io.microbench.report.CaseColumn.Value;
import io.microbench.stats.Confidence;
import io.microbench.text.Numbers;
import io.microbench.text.Quantity;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A column of the tables of curves: the one list for console, Markdown and CSV.
 *
 * @param names the name of each of its values in CSV; empty where it has no values there
 * @param format how its values are formatted
 * @param places where it is shown
 * @param dispensable when it is left out of a console that is too narrow: 1 for first, 0 for never
 * @param values returns the values of a row: a text, or numbers, NaN if unknown
 */
record CurveColumn(
        List<String> names,
        String label,
        Format format,
        Set<Place> places,
        int dispensable,
        Function<CurveRow, Value> values) {

    enum Format {
        TEXT,
        COUNT,
        RATE,
        PERCENT,
        ERROR,
        INTERVAL,
        /** Nanoseconds, in a suitable unit. */
        DURATION
    }

    /** The largest half-width of an interval that is shown, as a share of the rate. */
    private static final double MOST_ERROR = 10;

    private static final Set<Place> EVERYWHERE = EnumSet.allOf(Place.class);

    private static final List<CurveColumn> ALL = List.of(
            number("workers", "Workers", Format.COUNT, 0, row -> row.rung().workers()),
            number("rate", "ops/s", Format.RATE, 0, row -> row.rung().rate()),
            of("", "±", Format.ERROR, EnumSet.of(CONSOLE), 6, row -> Value.of(row.relativeError())),
            of(
                    "low high",
                    "Interval (" + Confidence.OVER_FORKS.percent() + ")",
                    Format.INTERVAL,
                    EnumSet.of(MARKDOWN, CSV, PAGE),
                    0,
                    CurveColumn::interval),
            number("rate_per_worker", "Per worker", Format.RATE, 1, row -> row.rung()
                    .ratePerWorker()),
            number("efficiency", "Efficiency", Format.PERCENT, 0, CurveRow::efficiency),
            number("p50_ns", "p50", Format.DURATION, 4, row -> row.latency(50)),
            number("p90_ns", "p90", Format.DURATION, 2, row -> row.latency(90)),
            number("p99_ns", "p99", Format.DURATION, 5, row -> row.latency(99)),
            number("p99.9_ns", "p99.9", Format.DURATION, 3, row -> row.latency(99.9)),
            of("fitted", "", Format.RATE, EnumSet.of(CSV), 0, row -> Value.of(row.fittedRate())),
            of("mark", "", Format.TEXT, EVERYWHERE, 0, row -> Value.of(row.mark())));

    /** Returns the columns of a place that have a value in one of the rows; all columns for CSV. */
    static List<CurveColumn> of(Place place, Collection<CurveRow> rows) {
        return ALL.stream()
                .filter(column -> column.places().contains(place))
                .filter(column -> place == CSV
                        || rows.stream().anyMatch(row -> column.value(row).isPresent()))
                .toList();
    }

    private static CurveColumn number(
            String name, String label, Format format, int dispensable, ToDoubleFunction<CurveRow> values) {
        return of(name, label, format, EVERYWHERE, dispensable, row -> Value.of(values.applyAsDouble(row)));
    }

    private static CurveColumn of(
            String names,
            String label,
            Format format,
            Set<Place> places,
            int dispensable,
            Function<CurveRow, Value> values) {
        List<String> each = names.isEmpty() ? List.of() : List.of(names.split(" "));
        return new CurveColumn(each, label, format, places, dispensable, values);
    }

    private static Value interval(CurveRow row) {
        return row.rung()
                .interval()
                .map(interval -> Value.of(interval.low(), interval.high()))
                .orElseGet(() -> Value.of(Double.NaN, Double.NaN));
    }

    Value value(CurveRow row) {
        return values.apply(row);
    }

    /** Returns the formatted value of a row; empty if there is none. */
    String text(CurveRow row) {
        Value value = value(row);
        if (!value.isPresent()) {
            return "";
        }
        return switch (format) {
            case TEXT -> value.text();
            case COUNT -> Numbers.fixed(value.first(), 0);
            case RATE -> rate(value.first());
            case PERCENT -> Numbers.percent(value.first());
            case ERROR ->
                value.first() > MOST_ERROR ? ">" + Numbers.percent(MOST_ERROR) : "±" + Numbers.percent(value.first());
            case INTERVAL -> "[" + rate(value.first()) + ", " + rate(value.second()) + "]";
            case DURATION -> Quantity.DURATION.format(value.first());
        };
    }

    /** Formats operations per second, as a whole number from 100 on: {@code 25,851}. */
    static String rate(double perSecond) {
        return Numbers.scaled(Math.abs(perSecond) >= 100 ? Math.rint(perSecond) : perSecond);
    }
}
