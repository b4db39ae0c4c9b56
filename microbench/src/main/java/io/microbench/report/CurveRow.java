// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.ReportColumn.Format;
import io.microbench.report.ReportColumn.Place;
import io.microbench.report.ReportColumn.Value;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.stats.Confidence;
import io.microbench.stats.ScalabilityFit;
import io.microbench.stats.ScalabilityFit.Fitted;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** A row of a table of a curve. */
record CurveRow(Curve curve, Rung rung, ScalabilityFit fit) {

    private static final Set<Place> EVERYWHERE = EnumSet.allOf(Place.class);

    /** The columns of all outputs: console, Markdown, CSV and the page. */
    private static final List<ReportColumn<CurveRow>> COLUMNS = List.of(
            number("workers", "Workers", Format.COUNT, row -> row.rung().workers()),
            number("rate", "ops/s", Format.RATE, row -> row.rung().rate()),
            ReportColumn.number("", "±", Format.HALF_WIDTH, Set.of(Place.CONSOLE), CurveRow::relativeError),
            ReportColumn.of(
                    "low high",
                    "Interval (" + Confidence.OVER_FORKS.percent() + ")",
                    Format.RATES,
                    Set.of(Place.MARKDOWN, Place.CSV, Place.PAGE),
                    CurveRow::interval),
            number("rate_per_worker", "Per worker", Format.RATE, row -> row.rung()
                    .ratePerWorker()),
            number("efficiency", "Efficiency", Format.PERCENT, CurveRow::efficiency),
            number("p50_ns", "p50", Format.DURATION, row -> row.latency(50)),
            number("p90_ns", "p90", Format.DURATION, row -> row.latency(90)),
            number("p99_ns", "p99", Format.DURATION, row -> row.latency(99)),
            number("p99.9_ns", "p99.9", Format.DURATION, row -> row.latency(99.9)),
            ReportColumn.number("fitted", "", Format.RATE, Set.of(Place.CSV), CurveRow::fittedRate),
            ReportColumn.of("mark", "", Format.NOTE, EVERYWHERE, row -> Value.of(row.mark())));

    static List<CurveRow> allOf(Curve curve) {
        ScalabilityFit fit = curve.fit();
        return curve.rungs().stream()
                .map(rung -> new CurveRow(curve, rung, fit))
                .toList();
    }

    static List<ReportColumn<CurveRow>> columns(Place place, Collection<CurveRow> rows) {
        return ReportColumn.shown(COLUMNS, place, rows);
    }

    private static ReportColumn<CurveRow> number(
            String name, String label, Format format, ToDoubleFunction<CurveRow> values) {
        return ReportColumn.number(name, label, format, EVERYWHERE, values);
    }

    private Value interval() {
        return rung.interval()
                .map(interval -> Value.of(interval.low(), interval.high()))
                .orElseGet(() -> Value.of(Double.NaN));
    }

    /**
     * Returns the rate per worker divided by the rate per worker at the first rung: 1 for linear scaling; NaN if the first rung's rate is
     * 0.
     */
    double efficiency() {
        double first = curve.rungs().get(0).ratePerWorker();
        return first > 0 ? rung.ratePerWorker() / first : Double.NaN;
    }

    private double relativeError() {
        return rung.interval()
                .filter(interval -> rung.rate() > 0)
                .map(interval -> interval.halfWidth() / rung.rate())
                .orElse(Double.NaN);
    }

    private double latency(double percentile) {
        return rung.latency().getOrDefault(percentile, Double.NaN);
    }

    private double fittedRate() {
        return fit instanceof Fitted fitted ? fitted.rate(rung.workers()) : Double.NaN;
    }

    /**
     * Returns {@code peak} for the highest rate, {@code knee} for the first rate that does not differ significantly from it, otherwise an
     * empty text.
     */
    private String mark() {
        return rung.workers() == curve.best().workers()
                ? "peak"
                : rung.workers() == curve.knee().workers() ? "knee" : "";
    }
}
