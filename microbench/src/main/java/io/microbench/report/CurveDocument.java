// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.stats.Interval;
import io.microbench.stats.ScalabilityFit;
import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Meaningless;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The JSON document with the curves of a run; {@code curves.schema.json} describes the layout. */
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
        row.rung().latency().forEach((percentile, nanos) -> latency.put(percentileName(percentile), nanos));
        return new Step(
                row.rung().workers(),
                row.rung().rate(),
                row.rung().interval().filter(interval -> Double.isFinite(interval.high())),
                row.rung().ratePerWorker(),
                Double.isNaN(row.efficiency()) ? OptionalDouble.empty() : OptionalDouble.of(row.efficiency()),
                latency);
    }

    private static String percentileName(double percentile) {
        return "p"
                + (percentile == Math.rint(percentile)
                        ? Long.toString((long) percentile)
                        : Double.toString(percentile));
    }
}
