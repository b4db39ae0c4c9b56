// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.result.CaseId;
import io.microbench.result.Mode;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Rung;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Rates of the baseline of a comparison, so that both curves can be drawn on one chart. */
final class BaselineRates {

    private record Key(String className, String curve, int workers) {}

    private final Map<Key, Double> speeds = new HashMap<>();

    /** Reads the verdicts of a comparison. */
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
