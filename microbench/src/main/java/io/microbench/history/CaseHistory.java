// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.Mode;
import io.microbench.stats.ChangePoints;
import io.microbench.stats.ChangePoints.ChangePoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The history of one case. */
public record CaseHistory(String caseId, List<HistorySegment> segments) {

    public CaseHistory {
        segments = List.copyOf(segments);
    }

    /** Returns the environment and configuration of a segment, without facts that are the same for all segments. */
    public String where(HistorySegment segment) {
        String machine =
                segment.environment().jdk() + " on " + segment.environment().cpuModel();
        return Stream.concat(Stream.of(machine), words(segment).stream().filter(word -> !segments.stream()
                        .allMatch(each -> words(each).contains(word))))
                .collect(Collectors.joining(", "));
    }

    private static List<String> words(HistorySegment segment) {
        List<HistoryEntry> entries = segment.entries();
        return entries.get(entries.size() - 1).summary().setup().words();
    }

    public record HistoryEntry(RunSummary run, CaseSummary summary) {

        HistoryEntry in(String unit) {
            return unit.equals(summary.unit()) ? this : new HistoryEntry(run, summary.in(unit));
        }

        public double value() {
            return summary.value();
        }
    }

    /**
     * A part of a case's history whose values are comparable: values that must not be compared are in different
     * segments ({@link io.microbench.result.DecisiveFacts}). All values are in the unit of the last value.
     *
     * <p>Runs on other machines do not end a segment: a pool of two kinds of machines results in two segments, and a
     * machine that is reset after a failed update continues its earlier segment.
     */
    public record HistorySegment(List<HistoryEntry> entries, List<HistoryChange> changes) {

        record Key(Fingerprint environment, ForkSetup setup, Mode mode) {

            static Key of(RunSummary run, CaseSummary summary) {
                return new Key(run.environment(), summary.setup(), summary.mode());
            }

            /** Returns whether the entries of both are comparable; ignores facts that one of them lacks. */
            boolean compares(Key other) {
                return mode == other.mode && environment.compares(other.environment) && setup.compares(other.setup);
            }

            /** Returns a copy of this with missing facts added from a comparable setup. */
            Key with(Key other) {
                return new Key(environment, setup.with(other.setup), mode);
            }
        }

        public HistorySegment {
            entries = List.copyOf(entries);
            changes = List.copyOf(changes);
        }

        /** Finds the changes in comparable entries; skips mostly starved entries, which remain in the segment. */
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

        public String unit() {
            return entries.get(0).summary().unit();
        }
    }

    /**
     * A point at which the level of a case changed.
     *
     * <p>The p value is that of {@link io.microbench.stats.ChangePoints.ChangePoint} and just as optimistic: a change is a suspicion, not a
     * verdict.
     */
    public record HistoryChange(
            Kind kind,
            HistoryEntry lastBefore,
            HistoryEntry firstAfter,
            double before,
            double after,
            double ratio,
            double pValue) {

        static HistoryChange of(ChangePoint point, HistoryEntry lastBefore, HistoryEntry firstAfter) {
            double ratio = firstAfter.summary().mode().speedRatio(point.meanBefore(), point.meanAfter());
            return new HistoryChange(
                    ratio < 1 ? Kind.SLOWER : Kind.FASTER,
                    lastBefore,
                    firstAfter,
                    point.meanBefore(),
                    point.meanAfter(),
                    ratio,
                    point.pValue());
        }

        public enum Kind {
            FASTER,
            SLOWER
        }
    }

    /**
     * Divides the history of a case into segments of comparable values, in the order in which they begin.
     *
     * <p>Entries written by earlier versions have fewer facts. Each is added to the latest segment that is comparable
     * by the known facts. Later entries add the missing facts to a segment that began with such entries.
     */
    static final class CaseSegments {

        private final List<HistorySegment.Key> segments = new ArrayList<>();
        private final Map<HistorySegment.Key, Integer> numbers = new HashMap<>();
        private HistorySegment.@Nullable Key last;
        private int lastNumber;

        /**
         * Returns lists of the comparable entries of a case, each in chronological order and in the unit of its last
         * entry.
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
         * Returns the entries of a case that are comparable with the last run and can be judged, because they are not mostly starved and
         * have a ratio.
         */
        static List<HistoryEntry> latest(List<RunSummary> runs, String id) {
            String last = runs.get(runs.size() - 1).id();
            return of(runs, id).stream()
                    .filter(segment ->
                            segment.get(segment.size() - 1).run().id().equals(last))
                    .flatMap(List::stream)
                    .filter(entry -> entry.summary().isUsable())
                    .toList();
        }

        private int number(RunSummary run, CaseSummary summary) {
            HistorySegment.Key key = HistorySegment.Key.of(run, summary);
            // In most cases, the setup is the same as in the previous run.
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
}
