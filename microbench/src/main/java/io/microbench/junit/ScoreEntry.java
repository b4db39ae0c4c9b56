// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.reporting.ReportEntry;

/** Publishes the numbers of a case to JUnit's listeners. */
final class ScoreEntry {

    private ScoreEntry() {}

    /** Returns score, error and unit, and the bytes allocated per operation if measured; empty without a score. */
    static Optional<ReportEntry> of(CaseResult result) {
        return result.score().map(score -> {
            Map<String, String> values = new LinkedHashMap<>();
            values.put("score", Double.toString(score.score()));
            values.put("error", Double.toString(score.error()));
            values.put("unit", score.unit());
            Optional<Metric> allocated = Optional.ofNullable(result.secondary().get(Metric.ALLOCATION));
            allocated.ifPresent(metric -> {
                values.put("allocated", Double.toString(metric.score()));
                values.put("allocated unit", metric.unit());
            });
            return ReportEntry.from(values);
        });
    }
}
