// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseHistory.CaseSegments;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.HistoryAnalysis.SuspectSearch.Noted;
import io.microbench.history.Nomination.State;
import io.microbench.history.Nomination.Suspect;
import io.microbench.result.Mode;
import io.microbench.stats.ChangePoints;
import io.microbench.stats.ChangePoints.ChangePoint;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds the changes in a history, and the cases of the latest run that are suspected of a slowdown.
 *
 * <p>Two rules nominate suspects that lost at least 2.5 % of their speed. A <em>change point</em> for the worse in one
 * of the last runs, which Apache Otava would report, detects small changes, but often only after some runs. It compares
 * the current level with the fastest of the last levels. A last value <em>out of range</em> of its level detects large
 * changes immediately. Both rules cause false alarms, so fresh forks must confirm a suspect before a build fails. A
 * suspect remains open until then ({@link GateNotes}).
 *
 * @param rule finds the change points in each segment
 */
public record HistoryAnalysis(ChangePoints rule) {

    /** Otava's rule. */
    public static final HistoryAnalysis DEFAULTS = new HistoryAnalysis(ChangePoints.DEFAULTS);

    /** Number of last runs in which a change point is suspicious. */
    private static final int NEAR = 5;

    /** Maximum number of earlier runs of the same level with which the last value is compared. */
    private static final int MEMORY = 64;

    /** Minimum number of earlier runs that determine the usual range. */
    static final int LEAST = 3;

    /** Maximum number of nominated cases that are slower only in the latest run. */
    private static final int MOST_OF_ONE_RUN = 3;

    public static List<String> caseIds(List<RunSummary> runs) {
        return runs.stream()
                .flatMap(run -> run.caseIds().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the history of each case with its changes, in the order of the cases' ids. */
    public List<CaseHistory> cases(List<RunSummary> runs) {
        return cases(runs, caseIds(runs));
    }

    /** Returns the history of the given cases with its changes. */
    public List<CaseHistory> cases(List<RunSummary> runs, List<String> ids) {
        List<RunSummary> sorted = runs.stream().sorted(RunSummary.BY_TIME).toList();
        return ids.stream()
                .map(id -> new CaseHistory(
                        id,
                        CaseSegments.of(sorted, id).stream()
                                .map(entries -> HistorySegment.of(entries, rule))
                                .toList()))
                .filter(history -> !history.segments().isEmpty())
                .toList();
    }

    /**
     * Returns, by the id of each case of a run, the part of its history that is comparable with the run and ends with it.
     *
     * @param runs the history, in any order; only runs of the same branch before {@code latest} are used
     */
    public Map<String, HistorySegment> upTo(RunSummary latest, List<RunSummary> runs) {
        List<RunSummary> known = new ArrayList<>(runs.stream()
                .filter(run -> RunSummary.BY_TIME.compare(run, latest) < 0)
                .filter(run -> latest.branch().isEmpty() || run.branch().equals(latest.branch()))
                .toList());
        known.add(latest);
        Map<String, HistorySegment> segments = new HashMap<>();
        cases(known).forEach(history -> history.segments().stream()
                .filter(segment -> segment.entries().stream()
                        .anyMatch(entry -> entry.run().id().equals(latest.id())))
                .findFirst()
                .ifPresent(segment -> segments.put(history.caseId(), segment)));
        return segments;
    }

    /**
     * Searches a run for cases that may have become slower. A case is not judged if it has fewer than {@value #LEAST} comparable earlier
     * runs, is mostly starved ({@link CaseSummary#mostlyStarved}) or has no ratio ({@link CaseSummary#hasRatio}). Earlier runs in which it
     * is mostly starved or has no ratio are ignored.
     *
     * @param runs runs of one branch, in any order; may include {@code latest}; later runs are ignored
     * @param gates the notes of gates on their suspects, in any order; notes of {@code latest} and later runs are ignored
     */
    public Nomination nominate(List<RunSummary> runs, RunSummary latest, List<GateNotes> gates) {
        List<RunSummary> known = new ArrayList<>(runs.stream()
                .filter(run -> RunSummary.BY_TIME.compare(run, latest) < 0)
                .sorted(RunSummary.BY_TIME)
                .toList());
        SortedMap<String, State> states = new TreeMap<>();
        if (!known.isEmpty()) {
            caseIds(known.subList(known.size() - 1, known.size())).forEach(id -> states.put(id, State.MISSING));
        }
        Map<String, List<Noted>> noted = noted(known, gates);
        known.add(latest);
        List<Suspect> suspects = new ArrayList<>();
        List<SuspectNote> withdrawn = new ArrayList<>();
        for (CaseSummary each : latest.cases()) {
            State state = each.mostlyStarved() ? State.STARVED : State.NO_RATIO;
            if (each.isUsable()) {
                List<HistoryEntry> series = CaseSegments.latest(known, each.id());
                state = series.size() <= LEAST ? State.TOO_FEW_RUNS : State.JUDGED;
                if (state == State.JUDGED) {
                    SuspectSearch search = new SuspectSearch(rule, series, noted.getOrDefault(each.id(), List.of()));
                    search.find()
                            .ifPresentOrElse(suspects::add, () -> search.open().ifPresent(withdrawn::add));
                }
            }
            states.put(each.id(), state);
        }
        for (Suspect each : oneOfMany(suspects)) {
            suspects.remove(each);
            states.put(each.caseId(), State.ONE_OF_MANY);
        }
        suspects.sort(Comparator.comparingDouble(Suspect::ratio));
        int starved = (int) known.stream()
                .filter(run -> !run.cases().isEmpty()
                        && run.starvedCases() == run.cases().size())
                .count();
        return new Nomination(suspects, withdrawn, states, known.size(), starved);
    }

    /**
     * Returns suspects that are not nominated yet. If many cases are slower only in the latest run, the machine was
     * most likely busy. A few of them show whether the code is the cause; the others become suspects if they are slower
     * in the next run, too.
     */
    private static List<Suspect> oneOfMany(List<Suspect> suspects) {
        return suspects.stream()
                .filter(each -> each.noted().isEmpty() && each.firstBad().equals(each.latest()))
                .sorted(Suspect.MOST_LIKELY_FIRST)
                .skip(MOST_OF_ONE_RUN)
                .toList();
    }

    /** Returns, for each case, the notes that the nightly gates of the given runs made on it, oldest first. */
    private static Map<String, List<Noted>> noted(List<RunSummary> runs, List<GateNotes> gates) {
        Map<String, RunSummary> byId = new HashMap<>();
        runs.forEach(run -> byId.putIfAbsent(run.id(), run));
        Map<String, List<Noted>> noted = new HashMap<>();
        for (GateNotes gate : gates) {
            Optional.ofNullable(byId.get(gate.runId())).ifPresent(run -> gate.suspects()
                    .forEach(note -> noted.computeIfAbsent(note.caseId(), id -> new ArrayList<>())
                            .add(new Noted(run, note))));
        }
        noted.values()
                .forEach(each -> each.sort(Comparator.comparing(Noted::run, RunSummary.BY_TIME)
                        .thenComparing(suspect -> suspect.note().state())));
        return noted;
    }

    /**
     * Searches the latest run for a slowdown of a case, given the notes of earlier gates on the case.
     *
     * <p>The current level is compared with the fastest of the last levels, not only with the previous one, so that the
     * losses of many small steps add up. A confirmed slowdown restarts the history. After fresh forks have ruled out a
     * slowdown, only slowdowns that these forks did not exclude are nominated.
     */
    static final class SuspectSearch {

        /**
         * A suspect is withdrawn if the slowdown in the runs after its nomination is less than this share of the
         * suspected one, on a log scale.
         */
        private static final double SHOWN = 0.25;

        /** A speed above this share of the earlier speed is not suspicious, because forks could hardly confirm such a small change. */
        private static final double LEAST_LOSS = 1 / 1.025;

        record Noted(RunSummary run, SuspectNote note) {}

        private final ChangePoints rule;
        private final List<HistoryEntry> series;
        private final List<Noted> noted;
        private final double[] values;
        private final List<ChangePoint> points;
        private final Mode mode;
        private final Optional<SuspectNote> open;

        SuspectSearch(ChangePoints rule, List<HistoryEntry> all, List<Noted> noted) {
            this.rule = rule;
            int start = 0;
            for (Noted each : noted) {
                if (each.note().state() == SuspectNote.State.CONFIRMED) {
                    start = Math.max(start, indexOf(all, each.note().firstBad()));
                }
            }
            this.series = all.subList(Math.max(0, start), all.size());
            this.noted = noted;
            this.values = series.stream().mapToDouble(HistoryEntry::value).toArray();
            this.points = rule.of(values);
            this.mode = series.get(values.length - 1).summary().mode();
            this.open = noted.isEmpty()
                    ? Optional.empty()
                    : Optional.of(noted.get(noted.size() - 1).note())
                            .filter(note ->
                                    note.state() == SuspectNote.State.OPEN && indexOf(series, note.firstBad()) > 0);
        }

        /** Returns the note of the last gate if the suspect is still open and comparable with the latest run. */
        Optional<SuspectNote> open() {
            return open;
        }

        Optional<Suspect> find() {
            return changed().or(() -> open.isPresent() ? open.flatMap(this::kept) : outOfRange());
        }

        /** Finds a change for the worse in one of the last runs, and compares the current level with the fastest earlier level. */
        private Optional<Suspect> changed() {
            if (points.stream().noneMatch(point -> point.index() >= values.length - NEAR && isSlower(point))) {
                return Optional.empty();
            }
            int now = points.get(points.size() - 1).index();
            Optional<Suspect> worst = Optional.empty();
            for (int i = points.size() - 1; i >= 0 && points.get(i).index() > values.length - MEMORY; i--) {
                int from = i == 0 ? 0 : points.get(i - 1).index();
                int end = points.get(i).index();
                ChangePoint sum = jump(from, end, now);
                double ratio = mode.speedRatio(sum.meanBefore(), sum.meanAfter());
                if ((end == now || end - from >= HistoryAnalysis.LEAST)
                        && sum.pValue() < rule.maxPValue()
                        && ratio < worst.map(Suspect::ratio).orElse(LEAST_LOSS)
                        && !isExcluded(end, ratio)) {
                    worst = Optional.of(suspect(Suspect.Rule.CHANGE_POINT, sum, end, lastCommit(from, end)));
                }
            }
            return worst;
        }

        private boolean isSlower(ChangePoint point) {
            return mode.speedRatio(point.meanBefore(), point.meanAfter()) < 1;
        }

        /** Tests the latest level, which begins at {@code now}, against an earlier level, without the levels between them. */
        private ChangePoint jump(int from, int end, int now) {
            double[] both = new double[end - from + values.length - now];
            System.arraycopy(values, from, both, 0, end - from);
            System.arraycopy(values, now, both, end - from, values.length - now);
            return ChangePoint.test(both, 0, end - from, both.length);
        }

        /** Returns whether fresh forks already decided on a slowdown by this ratio, after the level that ends before the index. */
        private boolean isExcluded(int end, double ratio) {
            return noted.stream()
                    .filter(each -> indexOf(series, each.run().id()) >= end)
                    .map(Noted::note)
                    .anyMatch(note -> note.state() == SuspectNote.State.CONFIRMED
                            || (note.excludes(ratio)
                                    && note.lastGoodCommit()
                                            .filter(commit -> indexOf(series, run -> run.commit()
                                                            .orElse("")
                                                            .equals(commit))
                                                    < end)
                                            .isPresent()));
        }

        /** Nominates an open suspect again; returns empty if the runs after its nomination do not show the slowdown. */
        private Optional<Suspect> kept(SuspectNote note) {
            int bad = indexOf(series, note.firstBad());
            int from = points.stream()
                    .mapToInt(ChangePoint::index)
                    .filter(index -> index < bad)
                    .max()
                    .orElse(0);
            ChangePoint change = ChangePoint.test(values, from, bad, values.length);
            double[] later =
                    Arrays.copyOfRange(values, Math.max(bad, indexOf(series, note.since()) + 1), values.length);
            double shown = later.length == 0
                    ? note.ratio()
                    : mode.speedRatio(
                            change.meanBefore(), Arrays.stream(later).average().orElseThrow());
            return isSlower(change) && shown < Math.pow(note.ratio(), SHOWN)
                    ? Optional.of(suspect(Suspect.Rule.KEPT, change, bad, note.lastGoodCommit()))
                    : Optional.empty();
        }

        private Suspect suspect(Suspect.Rule rule, ChangePoint change, int bad, Optional<String> lastGood) {
            return new Suspect(
                    series.get(values.length - 1).summary().id(),
                    rule,
                    series.get(bad - 1),
                    series.get(bad),
                    lastGood,
                    series.get(values.length - 1),
                    change.meanBefore(),
                    change.meanAfter(),
                    mode.speedRatio(change.meanBefore(), change.meanAfter()),
                    change.pValue(),
                    open,
                    open.map(note -> values.length - 1 - indexOf(series, note.since()))
                            .orElse(0));
        }

        /** Compares the last value with the earlier values of the current level. */
        private Optional<Suspect> outOfRange() {
            int level = points.isEmpty() ? 0 : points.get(points.size() - 1).index();
            int end = values.length - 1;
            int from = Math.max(level, end - MEMORY);
            if (end - from < HistoryAnalysis.LEAST) {
                return Optional.empty();
            }
            ForkEstimate usual = ForkEstimate.of(Arrays.copyOfRange(values, from, end));
            // One-sided 0.99 corresponds to two-sided 0.98.
            Interval range = usual.nextFork(2 * Confidence.SUSPECT.level() - 1).orElseThrow();
            double latest = values[end];
            if (mode.speedRatio(usual.value(), latest) >= LEAST_LOSS
                    || (mode.higherIsBetter() ? latest >= range.low() : latest <= range.high())) {
                return Optional.empty();
            }
            ChangePoint change = new ChangePoint(
                    end, usual.value(), latest, usual.furtherOff(latest).orElseThrow());
            return Optional.of(suspect(Suspect.Rule.OUT_OF_RANGE, change, end, lastCommit(level, end)));
        }

        /** Returns the index of a run's entry; -1 if it has no entry. */
        private static int indexOf(List<HistoryEntry> entries, String runId) {
            return indexOf(entries, run -> run.id().equals(runId));
        }

        /** Returns the index of the first entry whose run matches; -1 if no run matches. */
        private static int indexOf(List<HistoryEntry> entries, Predicate<RunSummary> such) {
            return IntStream.range(0, entries.size())
                    .filter(i -> such.test(entries.get(i).run()))
                    .findFirst()
                    .orElse(-1);
        }

        /**
         * Returns the last commit that was measured without uncommitted changes, among the runs from one index
         * (inclusive) to another (exclusive).
         */
        private Optional<String> lastCommit(int from, int to) {
            return series.subList(from, to).stream()
                    .filter(entry -> !entry.run().dirty())
                    .flatMap(entry -> entry.run().commit().stream())
                    .reduce((earlier, later) -> later);
        }
    }
}
