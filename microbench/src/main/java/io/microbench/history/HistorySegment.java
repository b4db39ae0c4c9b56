/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.result.Mode;
import io.microbench.stats.ChangePoint;
import io.microbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a case's history whose values compare: same environment, same virtual machine in the forks, same mode and
 * unit.
 *
 * <p>Runs on other machines in between are gaps, nothing more. So a pool of two kinds of machine gives two whole
 * segments, and one that comes back after a failed update goes on where it was.
 *
 * @param entries the runs in the order of time, at least 1
 * @param changes where the level changed, in the order of time
 */
public record HistorySegment(List<HistoryEntry> entries, List<HistoryChange> changes) {

    /** What the entries of a segment have in common. */
    record Key(Fingerprint environment, String forkVm, Mode mode, String unit) {

        static Key of(HistoryEntry entry) {
            CaseSummary summary = entry.summary();
            return new Key(entry.environment(), summary.setup().vm(), summary.mode(), summary.unit());
        }
    }

    /** Copies both lists. */
    public HistorySegment {
        entries = List.copyOf(entries);
        changes = List.copyOf(changes);
    }

    /** Returns the entries of each case by what compares, each list in the order of time. */
    static Map<String, Map<Key, List<HistoryEntry>>> group(List<RunSummary> runs) {
        Map<String, Map<Key, List<HistoryEntry>>> cases = new TreeMap<>();
        for (RunSummary run : runs.stream().sorted(RunSummary.BY_TIME).toList()) {
            for (CaseSummary summary : run.cases()) {
                HistoryEntry entry = HistoryEntry.of(run, summary);
                cases.computeIfAbsent(summary.id(), id -> new LinkedHashMap<>())
                        .computeIfAbsent(Key.of(entry), key -> new ArrayList<>())
                        .add(entry);
            }
        }
        return cases;
    }

    /** Returns the entries that something can be concluded from: those that were not mostly starved. */
    static List<HistoryEntry> telling(List<HistoryEntry> entries) {
        return entries.stream()
                .filter(entry -> !entry.summary().mostlyStarved())
                .toList();
    }

    /** Finds changes among entries that compare; those that were mostly starved are kept and passed over. */
    static HistorySegment of(List<HistoryEntry> entries, ChangePoints rule) {
        List<HistoryChange> changes = new ArrayList<>();
        List<HistoryEntry> telling = telling(entries);
        for (ChangePoint point :
                rule.of(telling.stream().mapToDouble(HistoryEntry::value).toArray())) {
            HistoryEntry firstAfter = telling.get(point.index());
            double ratio = firstAfter.summary().mode().speedRatio(point.meanBefore(), point.meanAfter());
            changes.add(new HistoryChange(
                    ratio < 1 ? HistoryChange.Kind.SLOWER : HistoryChange.Kind.FASTER,
                    telling.get(point.index() - 1),
                    firstAfter,
                    point.meanBefore(),
                    point.meanAfter(),
                    ratio,
                    point.pValue()));
        }
        return new HistorySegment(entries, changes);
    }

    /** Returns where the segment was measured. */
    public Fingerprint environment() {
        return entries.get(0).environment();
    }

    /** Returns the unit of all its values. */
    public String unit() {
        return entries.get(0).summary().unit();
    }
}
