// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.report.ReportColumn.Place;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.stats.Interval;
import io.microbench.stats.ScalabilityFit;
import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Meaningless;
import io.microbench.text.Csv;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Writes the curves of a run as comma-separated values or JSON.
 *
 * <p>Curves are derived from the cases of a run record, so they also exist for older runs.
 */
public final class CurveExport {

    private CurveExport() {}

    /**
     * Returns a header and one row for each rung of each curve (RFC 4180): class, curve, workers, operations per second with the 99 %
     * interval over forks and per worker, efficiency against the first rung, percentiles of the latency in nanoseconds, the operations per
     * second that the Universal Scalability Law predicts for the rung, and whether the rung is the peak or the knee.
     */
    public static String csv(RunRecord run) {
        List<ReportColumn<CurveRow>> columns = CurveRow.columns(Place.CSV, List.of());
        List<String> header = new ArrayList<>(List.of("class", "curve"));
        columns.forEach(column -> header.addAll(column.names()));
        StringBuilder text = new StringBuilder(Csv.row(header));
        List<CurveGroup.Line> lines = CurveGroup.of(run).stream()
                .flatMap(group -> group.lines().stream())
                .toList();
        for (CurveGroup.Line line : lines) {
            for (CurveRow row : CurveRow.allOf(line.curve())) {
                List<String> cells = new ArrayList<>(List.of(line.className(), line.name()));
                columns.forEach(column -> cells.addAll(column.csv(row)));
                text.append(Csv.row(cells));
            }
        }
        return text.toString();
    }

    public static String json(RunRecord run) {
        return RecordJson.text(CurveDocument.of(run));
    }

    /** The curves as JSON; {@code curves.schema.json} describes the layout. */
    record CurveDocument(int schemaVersion, String run, List<Line> curves) {

        static final int SCHEMA_VERSION = 1;

        record Line(
                String chart,
                String line,
                String className,
                String name,
                List<Step> rungs,
                int peak,
                int knee,
                Optional<Fitted> fit,
                String noFit) {}

        record Step(
                int workers,
                double rate,
                Optional<Interval> interval,
                double ratePerWorker,
                OptionalDouble efficiency,
                Map<String, Double> latency) {}

        static CurveDocument of(RunRecord run) {
            List<Line> lines = CurveGroup.of(run).stream()
                    .flatMap(group -> group.lines().stream().map(line -> line(group.title(), line)))
                    .toList();
            return new CurveDocument(SCHEMA_VERSION, run.id(), lines);
        }

        private static Line line(String chart, CurveGroup.Line line) {
            Curve curve = line.curve();
            ScalabilityFit fit = curve.fit();
            return new Line(
                    chart,
                    curve.name(),
                    line.className(),
                    line.name(),
                    CurveRow.allOf(curve).stream().map(CurveDocument::step).toList(),
                    curve.best().workers(),
                    curve.knee().workers(),
                    fit instanceof Fitted fitted ? Optional.of(fitted) : Optional.empty(),
                    fit instanceof Meaningless meaningless ? meaningless.reason() : "");
        }

        private static Step step(CurveRow row) {
            Map<String, Double> latency = new LinkedHashMap<>();
            row.rung().latency().forEach((percentile, nanos) -> latency.put("p" + Numbers.plain(percentile), nanos));
            return new Step(
                    row.rung().workers(),
                    row.rung().rate(),
                    row.rung().interval().filter(interval -> Double.isFinite(interval.high())),
                    row.rung().ratePerWorker(),
                    Double.isNaN(row.efficiency()) ? OptionalDouble.empty() : OptionalDouble.of(row.efficiency()),
                    latency);
        }
    }
}
