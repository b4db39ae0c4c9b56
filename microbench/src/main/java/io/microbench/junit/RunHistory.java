// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import io.microbench.environment.WorkingCopy;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.HistoryException;
import io.microbench.history.HistoryStore;
import io.microbench.history.RunSummary;
import io.microbench.plan.Plan.Judging;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Appends a run to the history in {@code microbench.history}, if set. */
record RunHistory(Optional<String> place, Path directory, Optional<String> branch, Consumer<String> notes) {

    /**
     * Prepares to append a run. The history is opened and closed again: errors are reported before the first fork, and the
     * history is not locked meanwhile.
     *
     * @throws HistoryException if it cannot be opened
     */
    static RunHistory of(Judging judging, Consumer<String> notes) {
        judging.history().ifPresent(place -> HistoryStore.open(place, judging.directory())
                .close());
        return new RunHistory(
                judging.history(),
                judging.directory(),
                judging.history().flatMap(place -> judging.branch().or(WorkingCopy::branch)),
                notes);
    }

    /** Returns the history of each case up to this run; empty if there is none or it cannot be read. */
    Map<String, HistorySegment> upTo(RunRecord run) {
        if (place.isEmpty()) {
            return Map.of();
        }
        try (HistoryStore store = HistoryStore.open(place.get(), directory)) {
            List<RunSummary> known =
                    store.read(Optional.empty(), warning -> notes.accept("WARNING: history: " + warning));
            return HistoryAnalysis.DEFAULTS.upTo(RunSummary.of(run, branch), known);
        } catch (HistoryException e) {
            notes.accept("WARNING: the report has no history: " + e.getMessage());
            return Map.of();
        }
    }

    void append(RunRecord run) {
        if (place.isEmpty()) {
            return;
        }
        RunSummary summary = RunSummary.of(run, branch);
        if (summary.cases().isEmpty()) {
            notes.accept("No case of this run has a score; nothing is appended to the history");
            return;
        }
        try (HistoryStore store = HistoryStore.open(place.get(), directory)) {
            store.append(summary);
            notes.accept("History: " + store + ", " + Counted.of(summary.cases().size(), "case")
                    + branch.map(name -> " on " + name).orElse(""));
        }
    }
}
