// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.history.CaseHistory;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.stats.Interval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One value of a case in its history. */
public record HistoryPoint(
        Instant time, String commit, double value, double low, double high, boolean changed, boolean starved) {

    /**
     * Returns the values of each case up to the given run, its own value last. Only comparable runs of the history count:
     * the same branch, environment, mode and unit.
     *
     * @param summary the summary of the same run in the history
     * @param runs the history, in any order; those after the run are ignored, and the run itself may be missing
     */
    public static Map<CaseId, List<HistoryPoint>> of(RunRecord run, RunSummary summary, List<RunSummary> runs) {
        List<RunSummary> known = new ArrayList<>(runs.stream()
                .filter(other -> RunSummary.BY_TIME.compare(other, summary) < 0)
                .filter(other -> summary.branch().isEmpty() || other.branch().equals(summary.branch()))
                .toList());
        known.add(summary);
        Map<String, List<HistoryPoint>> byId = new LinkedHashMap<>();
        for (CaseHistory history : HistoryAnalysis.DEFAULTS.cases(known)) {
            segment(history, summary.id()).ifPresent(segment -> byId.put(history.caseId(), points(segment)));
        }
        Map<CaseId, List<HistoryPoint>> points = new LinkedHashMap<>();
        for (CaseResult result : run.cases()) {
            Optional.ofNullable(byId.get(result.id().text())).ifPresent(past -> points.put(result.id(), past));
        }
        return points;
    }

    private static Optional<HistorySegment> segment(CaseHistory history, String runId) {
        return history.segments().stream()
                .filter(segment -> segment.entries().stream()
                        .anyMatch(entry -> entry.run().id().equals(runId)))
                .findFirst();
    }

    private static List<HistoryPoint> points(HistorySegment segment) {
        Set<String> changed = segment.changes().stream()
                .map(change -> change.firstAfter().run().id())
                .collect(Collectors.toSet());
        return segment.entries().stream()
                .map(entry -> new HistoryPoint(
                        entry.run().time(),
                        entry.run().commit().orElse(""),
                        entry.value(),
                        entry.summary().interval().map(Interval::low).orElse(Double.NaN),
                        entry.summary().interval().map(Interval::high).orElse(Double.NaN),
                        changed.contains(entry.run().id()),
                        entry.summary().mostlyStarved()))
                .toList();
    }
}
