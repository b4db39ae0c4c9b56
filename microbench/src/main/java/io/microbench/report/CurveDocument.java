// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.result.CaseId;
import io.microbench.result.Mode;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.stats.Interval;
import io.microbench.stats.ScalabilityFit;
import io.microbench.stats.ScalabilityFit.Fitted;
import io.microbench.stats.ScalabilityFit.Meaningless;
import java.util.HashMap;
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
            OptionalDouble baselineRate,
            Optional<Interval> interval,
            double ratePerWorker,
            OptionalDouble efficiency,
            Map<String, Double> latency) {}

    static CurveDocument of(RunRecord run, Optional<RunComparison> comparison) {
        BaselineRates baseline = new BaselineRates(comparison);
        List<Line> lines = CurveGroup.of(run).stream()
                .flatMap(group -> group.lines().stream().map(line -> line(group.title(), line, baseline)))
                .toList();
        return new CurveDocument(SCHEMA_VERSION, run.id(), lines);
    }

    private static Line line(String chart, CurveGroup.Line line, BaselineRates baseline) {
        Curve curve = line.curve();
        ScalabilityFit fit = curve.fit();
        return new Line(
                chart,
                curve.name(),
                line.className(),
                line.name(),
                CurveRow.allOf(curve).stream()
                        .map(row -> step(row, baseline.rate(line, row.rung())))
                        .toList(),
                curve.best().workers(),
                curve.knee().workers(),
                fit instanceof Fitted fitted ? Optional.of(fitted) : Optional.empty(),
                fit instanceof Meaningless meaningless ? meaningless.reason() : "");
    }

    private static Step step(CurveRow row, OptionalDouble baselineRate) {
        Map<String, Double> latency = new LinkedHashMap<>();
        row.rung().latency().forEach((percentile, nanos) -> latency.put(percentileName(percentile), nanos));
        return new Step(
                row.rung().workers(),
                row.rung().rate(),
                baselineRate,
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

    /** Rates of the baseline of a comparison, so that both curves can be drawn on one chart. */
    private static final class BaselineRates {
        private record Key(String className, String curve, int workers) {}

        private final Map<Key, Double> speeds = new HashMap<>();

        BaselineRates(Optional<RunComparison> comparison) {
            comparison.ifPresent(c -> c.verdicts().forEach(this::add));
        }

        private void add(CaseVerdict verdict) {
            CaseId id = verdict.id();
            boolean known = Double.isFinite(verdict.ratio()) && verdict.ratio() > 0;
            // Latencies sampled beside a rate are not rates; on their own they form a curve like other modes.
            if (known) {
                CaseId family = Curves.family(id);
                boolean sampled =
                        id.mode().filter(mode -> Mode.of(mode).isSampled()).isPresent();
                CaseId named = family.withMode(id.mode());
                speeds.put(new Key(id.className(), named.displayName(), id.threads()), verdict.ratio());
                Key bare = new Key(id.className(), family.displayName(), id.threads());
                if (sampled) {
                    speeds.putIfAbsent(bare, verdict.ratio());
                } else {
                    speeds.put(bare, verdict.ratio());
                }
            }
        }

        /** Returns operations per second of the baseline; empty if the two were not compared, or other numbers than these rates were. */
        OptionalDouble rate(CurveGroup.Line line, Rung rung) {
            Double speed = speeds.get(new Key(line.className(), line.name(), rung.workers()));
            return speed == null || line.rate().isPresent()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(rung.rate() / speed);
        }
    }
}
