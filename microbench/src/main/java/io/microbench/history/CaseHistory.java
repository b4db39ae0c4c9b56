/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.util.Comparator;
import java.util.List;

/**
 * The history of one case.
 *
 * @param caseId which case
 * @param segments the parts that compare within themselves, in the order of their first runs; at least 1
 */
public record CaseHistory(String caseId, List<HistorySegment> segments) {

    private static final Comparator<HistoryEntry> BY_TIME =
            Comparator.comparing(HistoryEntry::time).thenComparing(HistoryEntry::runId);

    /** Copies the list. */
    public CaseHistory {
        segments = List.copyOf(segments);
    }

    /** Returns every run of the case, in the order of time. */
    public List<HistoryEntry> entries() {
        return segments.stream()
                .flatMap(segment -> segment.entries().stream())
                .sorted(BY_TIME)
                .toList();
    }

    /** Returns every change of the case, in the order of time; the start of a segment is none. */
    public List<HistoryChange> changes() {
        return segments.stream()
                .flatMap(segment -> segment.changes().stream())
                .sorted(Comparator.comparing(HistoryChange::firstAfter, BY_TIME))
                .toList();
    }
}
