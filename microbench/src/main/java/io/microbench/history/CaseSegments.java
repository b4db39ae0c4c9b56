// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Divides the history of one case where its values do not compare, and numbers the segments from 0 in the order in which they begin.
 *
 * <p>Entries of earlier versions know less of how they were measured. They belong to the segment that began last among those that
 * compare as far as is known; where one began with them, later entries go on with it, and what these know holds for all of it.
 */
final class CaseSegments {

    private final List<HistorySegment.Key> segments = new ArrayList<>();
    private final Map<HistorySegment.Key, Integer> numbers = new HashMap<>();
    private HistorySegment.@Nullable Key last;
    private int lastNumber;

    /**
     * Returns all entries of a case, those that compare in one list, each list in the order of time and in the unit of its last
     * entry.
     *
     * @param runs in the order of time
     */
    static List<List<HistoryEntry>> of(List<RunSummary> runs, String id) {
        List<List<HistoryEntry>> entries = new ArrayList<>();
        CaseSegments segments = new CaseSegments();
        Set<String> units = new HashSet<>();
        int at = 0;
        for (RunSummary run : runs) {
            int here = run.place(id, at);
            if (here >= 0) {
                at = here;
                CaseSummary summary = run.cases().get(here);
                units.add(summary.unit());
                int number = segments.number(run, summary);
                if (number == entries.size()) {
                    entries.add(new ArrayList<>());
                }
                entries.get(number).add(new HistoryEntry(run, summary));
            }
        }
        for (List<HistoryEntry> each : units.size() > 1 ? entries : List.<List<HistoryEntry>>of()) {
            String last = each.get(each.size() - 1).summary().unit();
            each.replaceAll(entry -> entry.in(last));
        }
        return entries;
    }

    /**
     * Returns those entries of a case that compare with the last run and of which something can be concluded: they are not mostly
     * starved and have a ratio.
     *
     * @param runs in the order of time; the last one has the case
     */
    static List<HistoryEntry> latest(List<RunSummary> runs, String id) {
        String last = runs.get(runs.size() - 1).id();
        return of(runs, id).stream()
                .filter(segment -> segment.get(segment.size() - 1).run().id().equals(last))
                .flatMap(List::stream)
                .filter(entry -> entry.summary().isUsable())
                .toList();
    }

    private int number(RunSummary run, CaseSummary summary) {
        HistorySegment.Key key = HistorySegment.Key.of(run, summary);
        // Most runs are like the one before.
        if (!key.equals(last)) {
            lastNumber = numbers.computeIfAbsent(key, this::number);
            last = key;
        }
        return lastNumber;
    }

    private int number(HistorySegment.Key key) {
        for (int i = segments.size() - 1; i >= 0; i--) {
            if (segments.get(i).compares(key)) {
                segments.set(i, segments.get(i).with(key));
                return i;
            }
        }
        segments.add(key);
        return segments.size() - 1;
    }
}
