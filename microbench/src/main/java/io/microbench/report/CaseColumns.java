// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static io.microbench.report.ReportColumn.Format.COUNT;
import static io.microbench.report.ReportColumn.Format.ERROR;
import static io.microbench.report.ReportColumn.Format.NOTE;
import static io.microbench.report.ReportColumn.Format.PERCENT;
import static io.microbench.report.ReportColumn.Format.RATE;
import static io.microbench.report.ReportColumn.Format.SCORE;
import static io.microbench.report.ReportColumn.Format.SCORES;
import static io.microbench.report.ReportColumn.Format.TEXT;
import static io.microbench.report.ReportColumn.Place.CONSOLE;
import static io.microbench.report.ReportColumn.Place.CSV;
import static io.microbench.report.ReportColumn.Place.MARKDOWN;
import static io.microbench.report.ReportColumn.Place.PAGE;

import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.report.ReportColumn.Value;
import io.microbench.result.Metric;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Curves.SecondaryRate;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.text.Numbers;
import io.microbench.warning.Warning;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The columns of the tables of cases, except for the name of the case, for the console, Markdown, CSV and the page.
 *
 * <p>To add a column, add an entry here. A column is shown if a row has a value for it; CSV always contains all columns.
 */
final class CaseColumns {

    private static final Set<Place> EVERYWHERE = EnumSet.allOf(Place.class);

    /** The page's rows show the value and the interval over forks instead of JMH's score and error, which are in the details. */
    private static final Set<Place> JMH_PLACES = EnumSet.complementOf(EnumSet.of(PAGE));

    private static final List<ReportColumn<CaseRow>> ALL = List.of(
            textInFile("status", TEXT, row -> row.result().status().name()),
            number("", "Cnt", COUNT, Set.of(CONSOLE), row -> row.count() > 1 ? row.count() : Double.NaN)
                    .shownAlways(),
            of("score", "Score", SCORE, JMH_PLACES, CaseColumns::score)
                    .titled("JMH's score: the mean over all iterations")
                    .shownAlways(),
            of("error", "Error", ERROR, JMH_PLACES, CaseColumns::error)
                    .titled("JMH's error: half of the interval, pooled over iterations")
                    .at(Confidence.JMH_ERROR)
                    .shownAlways(),
            of("unit", "Units", TEXT, JMH_PLACES, CaseColumns::unit).shownAlways(),
            inFile("forks", COUNT, row -> row.forks().values().size()),
            number("value", "Value", SCORE, Set.of(CSV, PAGE), row -> row.forks()
                            .value())
                    .titled("mean over forks of the medians of their iterations"),
            of("low high", "Over forks", SCORES, Set.of(CSV, PAGE), CaseColumns::overForks)
                    .titled("interval of the mean over forks")
                    .at(Confidence.OVER_FORKS),
            of("unit", "Units", TEXT, Set.of(PAGE), CaseColumns::unit).shownAlways(),
            number("rate", "Rate ops/s", RATE, Set.of(PAGE), CaseColumns::rate)
                    .titled("operations per second of all workers, as on the charts"),
            number("fork_cv", "Fork spread", PERCENT, EVERYWHERE, CaseColumns::spread)
                    .titled("standard deviation of the forks over their mean"),
            inFile("iterations", COUNT, row -> row.iterations().length),
            inFile("mean", SCORE, CaseColumns::mean),
            inFile("sd", SCORE, CaseColumns::deviation),
            inFile("min", SCORE, row -> row.percentile(0)),
            inFile("p50", SCORE, row -> row.percentile(50)),
            inFile("p90", SCORE, row -> row.percentile(90)),
            inFile("p99", SCORE, row -> row.percentile(99)),
            inFile("max", SCORE, row -> row.percentile(100)),
            number("bytes_per_op", "B/op", SCORE, EVERYWHERE, CaseColumns::allocation)
                    .titled("bytes allocated by one operation"),
            inFile("half_width_95", PERCENT, row -> row.reach().halfWidth()).at(Confidence.PRECISION),
            inFile("unsteady_forks", COUNT, row -> row.reach().unsteady()),
            inFile("starved_iterations", COUNT, row -> row.reach().starved()),
            inFile("forks_for_target", COUNT, CaseColumns::forksForTarget),
            inFile("outliers", COUNT, row -> Warning.outliers(row.result()).length),
            textInFile("warnings", NOTE, CaseRow::warnings),
            textInFile("reason", NOTE, row -> row.result().reason()),
            of("node", "Node", TEXT, EVERYWHERE, row -> Value.of(row.nodes())).titled("the node that measured it"),
            of("", "Ratio", TEXT, Set.of(CONSOLE), row -> Value.of(row.relation())),
            of("", "Remarks", NOTE, Set.of(CONSOLE, MARKDOWN), CaseColumns::remarks));

    private CaseColumns() {}

    static List<ReportColumn<CaseRow>> of(Place place, Collection<CaseRow> rows) {
        return ReportColumn.shown(
                ALL, place, rows.stream().filter(CaseRow::isMeasured).toList());
    }

    private static ReportColumn<CaseRow> of(
            String names, String label, Format format, Set<Place> places, Function<CaseRow, Value> values) {
        return ReportColumn.of(names, label, format, places, values);
    }

    private static ReportColumn<CaseRow> number(
            String name, String label, Format format, Set<Place> places, ToDoubleFunction<CaseRow> values) {
        return ReportColumn.number(name, label, format, places, values);
    }

    private static ReportColumn<CaseRow> inFile(String name, Format format, ToDoubleFunction<CaseRow> values) {
        return number(name, name, format, Set.of(CSV), values);
    }

    private static ReportColumn<CaseRow> textInFile(String name, Format format, Function<CaseRow, String> values) {
        return of(name, name, format, Set.of(CSV), row -> Value.of(values.apply(row)));
    }

    /** Returns the score. A secondary result is formatted here because its score may be NaN. */
    private static Value score(CaseRow row) {
        double score = row.metric().map(Metric::score).orElse(Double.NaN);
        return new Value(row.secondary().isPresent() ? Numbers.score(score) : "", score, Double.NaN);
    }

    private static Value error(CaseRow row) {
        return Value.of(
                row.metric().map(Metric::error).orElse(Double.NaN),
                row.metric().map(Metric::score).orElse(Double.NaN));
    }

    private static Value unit(CaseRow row) {
        return Value.of(row.metric().map(Metric::unit).orElse(""));
    }

    /** Returns the rate that charts show instead of the score. */
    private static double rate(CaseRow row) {
        return SecondaryRate.of(row.result())
                .flatMap(beside -> Curves.rung(row.result(), Confidence.OVER_FORKS.level()))
                .map(Rung::rate)
                .orElse(Double.NaN);
    }

    private static Value overForks(CaseRow row) {
        return row.isForked() ? Value.of(row.forks().low(), row.forks().high()) : Value.of(Double.NaN);
    }

    private static double spread(CaseRow row) {
        return row.isForked() ? row.forks().spread() : Double.NaN;
    }

    private static double forksForTarget(CaseRow row) {
        OptionalInt forks = row.reach().forksForTarget();
        return forks.isPresent() ? forks.getAsInt() : Double.NaN;
    }

    private static double mean(CaseRow row) {
        return row.iterations().length == 0 ? Double.NaN : Descriptive.mean(row.iterations());
    }

    private static double deviation(CaseRow row) {
        return row.iterations().length == 0
                ? Double.NaN
                : Descriptive.standardDeviation(row.iterations()).orElse(Double.NaN);
    }

    private static double allocation(CaseRow row) {
        Optional<Metric> bytes = row.secondary().isPresent()
                ? Optional.empty()
                : Optional.ofNullable(row.result().secondary().get(Metric.ALLOCATION));
        return bytes.map(Metric::score).orElse(Double.NaN);
    }

    private static Value remarks(CaseRow row) {
        return Value.of(row.secondary().isPresent() ? "" : String.join("; ", Remarks.of(row.result())));
    }
}
