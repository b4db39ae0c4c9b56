// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static io.microbench.report.CaseColumn.Format.COUNT;
import static io.microbench.report.CaseColumn.Format.ERROR;
import static io.microbench.report.CaseColumn.Format.INTERVAL;
import static io.microbench.report.CaseColumn.Format.NOTE;
import static io.microbench.report.CaseColumn.Format.PERCENT;
import static io.microbench.report.CaseColumn.Format.SCORE;
import static io.microbench.report.CaseColumn.Format.TEXT;
import static io.microbench.report.CaseColumn.Place.CONSOLE;
import static io.microbench.report.CaseColumn.Place.CSV;
import static io.microbench.report.CaseColumn.Place.MARKDOWN;
import static io.microbench.report.CaseColumn.Place.PAGE;

import io.microbench.report.CaseColumn.Place;
import io.microbench.report.CaseColumn.Value;
import io.microbench.result.Metric;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.text.Numbers;
import io.microbench.warning.Guard;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The columns of the tables of cases, after those that name a case: the one list for console, Markdown, CSV and the page.
 *
 * <p>A new column needs only an entry here. A column is shown if a row has a value in it; CSV always has all columns.
 */
final class CaseColumns {

    private static final Set<Place> EVERYWHERE = EnumSet.allOf(Place.class);

    /** A row of the page has the value and the interval over forks; those of JMH are in the details. */
    private static final Set<Place> JMH_PLACES = EnumSet.complementOf(EnumSet.of(PAGE));

    private static final List<CaseColumn> ALL = List.of(
            inFile("status", TEXT, row -> Value.of(row.result().status().name())),
            CaseColumn.of("", "Cnt", COUNT, EnumSet.of(CONSOLE), CaseColumns::count)
                    .shownAlways(),
            CaseColumn.of("score", "Score", SCORE, JMH_PLACES, CaseColumns::score)
                    .titled("JMH's score: the mean over all iterations")
                    .shownAlways(),
            CaseColumn.of("error", "Error", ERROR, JMH_PLACES, metric(Metric::error))
                    .titled("JMH's error: half of the interval, pooled over iterations")
                    .at(Confidence.JMH_ERROR)
                    .shownAlways(),
            CaseColumn.of("unit", "Units", TEXT, JMH_PLACES, CaseColumns::unit).shownAlways(),
            inFile("forks", COUNT, row -> Value.of(row.forks().values().size())),
            CaseColumn.of(
                            "value",
                            "Value",
                            SCORE,
                            EnumSet.of(CSV, PAGE),
                            row -> Value.of(row.forks().value()))
                    .titled("mean over forks of the medians of their iterations"),
            CaseColumn.of("low high", "Over forks", INTERVAL, EnumSet.of(CSV, PAGE), forked(CaseColumns::overForks))
                    .titled("interval of the mean over forks")
                    .at(Confidence.OVER_FORKS),
            CaseColumn.of("unit", "Units", TEXT, EnumSet.of(PAGE), CaseColumns::unit)
                    .shownAlways(),
            CaseColumn.of("fork_cv", "Fork CV", PERCENT, EVERYWHERE, forked(CaseColumns::spread))
                    .titled("standard deviation of the forks over their mean"),
            inFile("iterations", COUNT, row -> Value.of(row.iterations().length)),
            inFile("mean", SCORE, CaseColumns::mean),
            inFile("sd", SCORE, CaseColumns::deviation),
            inFile("min", SCORE, row -> Value.of(row.percentile(0))),
            inFile("p50", SCORE, row -> Value.of(row.percentile(50))),
            inFile("p90", SCORE, row -> Value.of(row.percentile(90))),
            inFile("p99", SCORE, row -> Value.of(row.percentile(99))),
            inFile("max", SCORE, row -> Value.of(row.percentile(100))),
            CaseColumn.of("bytes_per_op", "B/op", SCORE, EVERYWHERE, CaseColumns::allocation)
                    .titled("bytes allocated by one operation"),
            inFile("half_width_95", PERCENT, row -> Value.of(row.reach().halfWidth()))
                    .at(Confidence.PRECISION),
            inFile("unsteady_forks", COUNT, row -> Value.of(row.reach().unsteady())),
            inFile(
                    "starved_iterations",
                    COUNT,
                    row -> Value.of((double) row.reach().starved())),
            inFile("forks_for_target", COUNT, CaseColumns::forksForTarget),
            inFile("outliers", COUNT, row -> Value.of(Guard.outliers(row.result()).length)),
            inFile("warnings", NOTE, row -> Value.of(row.warnings())),
            inFile("reason", NOTE, row -> Value.of(row.result().reason())),
            CaseColumn.of("node", "Node", TEXT, EVERYWHERE, row -> Value.of(row.nodes()))
                    .titled("the node that measured it"),
            CaseColumn.of("", "Ratio", TEXT, EnumSet.of(CONSOLE), row -> Value.of(row.relation())),
            CaseColumn.of("", "Remarks", NOTE, EnumSet.of(CONSOLE, MARKDOWN), CaseColumns::remarks));

    private CaseColumns() {}

    static List<CaseColumn> of(Place place, Collection<CaseRow> rows) {
        return ALL.stream()
                .filter(column -> column.places().contains(place))
                .filter(column -> place == CSV
                        || column.always()
                        || rows.stream()
                                .anyMatch(row ->
                                        row.isMeasured() && column.value(row).isPresent()))
                .toList();
    }

    /** Returns the score, which is NaN for some counters. */
    private static Value score(CaseRow row) {
        double score = row.metric().map(Metric::score).orElse(Double.NaN);
        return new Value(row.secondary().isPresent() ? Numbers.score(score) : "", score, Double.NaN);
    }

    private static Function<CaseRow, Value> metric(ToDoubleFunction<Metric> part) {
        return row ->
                Value.of(row.metric().stream().mapToDouble(part).findFirst().orElse(Double.NaN));
    }

    /** Leaves a cell empty in rows of secondary results, and of cases that ran in no fork. */
    private static Function<CaseRow, Value> forked(Function<CaseRow, Value> values) {
        return row -> row.isForked() ? values.apply(row) : Value.of(Double.NaN);
    }

    private static CaseColumn inFile(String name, CaseColumn.Format format, Function<CaseRow, Value> values) {
        return CaseColumn.of(name, name, format, EnumSet.of(CSV), values);
    }

    private static Value count(CaseRow row) {
        return Value.of(row.count() > 1 ? row.count() : Double.NaN);
    }

    private static Value unit(CaseRow row) {
        return Value.of(row.metric().map(Metric::unit).orElse(""));
    }

    private static Value overForks(CaseRow row) {
        return Value.of(row.forks().low(), row.forks().high());
    }

    private static Value spread(CaseRow row) {
        return Value.of(row.forks().spread());
    }

    private static Value forksForTarget(CaseRow row) {
        OptionalInt forks = row.reach().forksForTarget();
        return Value.of(forks.isPresent() ? forks.getAsInt() : Double.NaN);
    }

    private static Value mean(CaseRow row) {
        return Value.of(row.iterations().length == 0 ? Double.NaN : Descriptive.mean(row.iterations()));
    }

    private static Value deviation(CaseRow row) {
        return Value.of(
                row.iterations().length == 0
                        ? Double.NaN
                        : Descriptive.standardDeviation(row.iterations()).orElse(Double.NaN));
    }

    private static Value allocation(CaseRow row) {
        Optional<Metric> bytes = row.secondary().isPresent()
                ? Optional.empty()
                : Optional.ofNullable(row.result().secondary().get(Metric.ALLOCATION));
        return Value.of(bytes.map(Metric::score).orElse(Double.NaN));
    }

    private static Value remarks(CaseRow row) {
        return Value.of(row.secondary().isPresent() ? "" : String.join("; ", Remarks.of(row.result())));
    }
}
