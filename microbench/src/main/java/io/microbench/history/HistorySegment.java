// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.Mode;
import io.microbench.stats.ChangePoint;
import io.microbench.stats.ChangePoints;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a case's history whose values compare: what a comparison of two runs refuses to compare is in different segments
 * ({@link io.microbench.result.DecisiveFacts}). All values are in the unit of the last one.
 *
 * <p>Runs on other machines in between are gaps, nothing more. So a pool of two kinds of machine gives two whole
 * segments, and one that comes back after a failed update goes on where it was.
 *
 * @param entries the runs in the order of time, at least 1
 */
public record HistorySegment(List<HistoryEntry> entries, List<HistoryChange> changes) {

    record Key(Fingerprint environment, ForkSetup setup, Mode mode) {

        static Key of(RunSummary run, CaseSummary summary) {
            return new Key(run.environment(), summary.setup(), summary.mode());
        }

        /** Returns whether entries of both can be compared; facts that one of them does not have are ignored. */
        boolean compares(Key other) {
            return mode == other.mode && environment.compares(other.environment) && setup.compares(other.setup);
        }

        /** Returns this with what is known of another one that compares. */
        Key with(Key other) {
            return new Key(environment, setup.with(other.setup), mode);
        }
    }

    public HistorySegment {
        entries = List.copyOf(entries);
        changes = List.copyOf(changes);
    }

    /** Finds changes among comparable entries; mostly starved ones are kept and skipped. */
    static HistorySegment of(List<HistoryEntry> entries, ChangePoints rule) {
        List<HistoryChange> changes = new ArrayList<>();
        List<HistoryEntry> telling =
                entries.stream().filter(entry -> entry.summary().isUsable()).toList();
        for (ChangePoint point :
                rule.of(telling.stream().mapToDouble(HistoryEntry::value).toArray())) {
            changes.add(HistoryChange.of(point, telling.get(point.index() - 1), telling.get(point.index())));
        }
        return new HistorySegment(entries, changes);
    }

    public Fingerprint environment() {
        return entries.get(0).run().environment();
    }

    /** Returns the unit of all its values. */
    public String unit() {
        return entries.get(0).summary().unit();
    }
}
