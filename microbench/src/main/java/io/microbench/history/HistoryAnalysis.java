/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.history.Nomination.State;
import io.microbench.result.Mode;
import io.microbench.stats.ChangePoint;
import io.microbench.stats.ChangePoints;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds out from a history what changed and when, and which cases of the latest run deserve a second look.
 *
 * <p>Two rules nominate a suspect. A <em>change point</em> for the worse in one of the last runs is what Apache Otava
 * would report; it takes small changes, but often some runs to show. A last value <em>out of range</em> of its level
 * takes large changes at once; it raises a false alarm for one or two cases in a hundred each night (15.8 per 1,000 on
 * published benchmarks), and with it a step of 5 % is seen the same night in 51 % of them, without it in 36 %. That is
 * why a suspect is confirmed on fresh forks before anything fails.
 *
 * @param rule how change points are found in each segment
 * @param near how many of the last runs a change point may lie back to be suspicious, at least 1
 * @param memory how many earlier runs of the same level the last value is held against, at least {@value #LEAST}
 * @param confidence of the one-sided limit that the last value must not pass, between 0.5 and 1; 0.99 lets one in a
 *     hundred pass
 */
public record HistoryAnalysis(ChangePoints rule, int near, int memory, double confidence) {

    /** Otava's rule, a change in the last 5 runs, and Student's t at 0.99 over 64 runs. */
    public static final HistoryAnalysis DEFAULTS =
            new HistoryAnalysis(ChangePoints.DEFAULTS, 5, 64, Confidence.SUSPECT.level());

    /** Fewer earlier runs than this do not tell what is usual. */
    static final int LEAST = 3;

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a number is outside its range
     */
    public HistoryAnalysis {
        if (near < 1) {
            throw new IllegalArgumentException("near = " + near + ": accepted is 1 or more");
        }
        if (memory < LEAST) {
            throw new IllegalArgumentException("memory = " + memory + ": accepted is " + LEAST + " or more");
        }
        if (!(confidence > 0.5 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "confidence = " + confidence + ": accepted is a share between 0.5 and 1, such as 0.99");
        }
    }

    /** Returns the ids of all cases of a history, sorted. */
    public static List<String> caseIds(List<RunSummary> runs) {
        Set<String> ids = new HashSet<>();
        for (RunSummary run : runs) {
            for (int i = 0; i < run.cases().size(); i++) {
                ids.add(run.idAt(i));
            }
        }
        return ids.stream().sorted().toList();
    }

    /**
     * Returns the history of each case with its changes, in the order of the cases' ids.
     *
     * @param runs runs of one branch, in any order, each of them once
     */
    public List<CaseHistory> cases(List<RunSummary> runs) {
        return cases(runs, caseIds(runs));
    }

    /**
     * Returns the history of some cases with its changes.
     *
     * @param runs runs of one branch, in any order, each of them once
     * @param ids of the cases; those that no run has are left out
     */
    public List<CaseHistory> cases(List<RunSummary> runs, List<String> ids) {
        List<RunSummary> sorted = runs.stream().sorted(RunSummary.BY_TIME).toList();
        return ids.stream()
                .map(id -> new CaseHistory(
                        id,
                        CaseSeries.entries(sorted, id).stream()
                                .map(entries -> HistorySegment.of(entries, rule))
                                .toList()))
                .filter(history -> !history.segments().isEmpty())
                .toList();
    }

    /**
     * Searches a run for cases that may have become slower. A case with fewer than {@value #LEAST} earlier runs that compare
     * is not judged, nor one whose iterations were mostly starved ({@link CaseSummary#mostlyStarved}) or that has no ratio
     * ({@link CaseSummary#hasRatio}); such runs do not count among the earlier ones.
     *
     * @param runs runs of one branch, in any order; those after {@code latest} do not count, and whether it is one of
     *     them does not matter
     * @param latest the run to judge
     */
    public Nomination nominate(List<RunSummary> runs, RunSummary latest) {
        List<RunSummary> known = new ArrayList<>(runs.stream()
                .filter(run -> RunSummary.BY_TIME.compare(run, latest) < 0)
                .sorted(RunSummary.BY_TIME)
                .toList());
        SortedMap<String, State> states = new TreeMap<>();
        if (!known.isEmpty()) {
            caseIds(known.subList(known.size() - 1, known.size())).forEach(id -> states.put(id, State.MISSING));
        }
        known.add(latest);
        List<Suspect> suspects = new ArrayList<>();
        for (int place = 0; place < latest.cases().size(); place++) {
            State state = latest.mostlyStarved(place) ? State.STARVED : State.NO_RATIO;
            if (latest.isUsable(place)) {
                CaseSeries series = CaseSeries.ofLatest(known, place);
                state = series.size() <= LEAST ? State.TOO_FEW_RUNS : State.JUDGED;
                suspect(series).ifPresent(suspects::add);
            }
            states.put(latest.idAt(place), state);
        }
        suspects.sort(Comparator.comparingDouble(Suspect::ratio));
        int starved = (int) known.stream()
                .filter(run -> !run.cases().isEmpty()
                        && run.starvedCases() == run.cases().size())
                .count();
        return new Nomination(suspects, states, known.size(), starved);
    }

    /** Returns the suspects of {@link #nominate}. */
    public List<Suspect> suspects(List<RunSummary> runs, RunSummary latest) {
        return nominate(runs, latest).suspects();
    }

    private Optional<Suspect> suspect(CaseSeries series) {
        if (series.size() <= LEAST) {
            return Optional.empty();
        }
        List<ChangePoint> points = rule.of(series.values());
        if (points.isEmpty()) {
            return outOfRange(series, 0);
        }
        ChangePoint last = points.get(points.size() - 1);
        HistoryChange change = series.change(last);
        // Where the level began that the last change ended: at the change before it.
        int from = points.size() < 2 ? 0 : points.get(points.size() - 2).index();
        return change.kind() == HistoryChange.Kind.SLOWER && last.index() >= series.size() - near
                ? Optional.of(suspect(change, series, series.lastCommit(from, last.index())))
                : outOfRange(series, last.index());
    }

    private static Suspect suspect(HistoryChange change, CaseSeries series, Optional<String> lastGood) {
        HistoryEntry latest = series.entry(series.size() - 1);
        return new Suspect(
                latest.summary().id(),
                Suspect.Rule.CHANGE_POINT,
                change.lastBefore(),
                change.firstAfter(),
                lastGood,
                latest,
                change.before(),
                change.after(),
                change.ratio(),
                change.pValue());
    }

    /** Compares the last value with those before it, back to where the present level began. */
    private Optional<Suspect> outOfRange(CaseSeries series, int level) {
        int end = series.size() - 1;
        int from = Math.max(level, end - memory);
        if (end - from < LEAST) {
            return Optional.empty();
        }
        double[] usual = series.values(from, end);
        // A two-sided interval leaves the same share on each side: one-sided 0.99 is one half of two-sided 0.98.
        Interval range = ForkEstimate.of(usual).nextFork(2 * confidence - 1).orElseThrow();
        HistoryEntry latest = series.entry(end);
        Mode mode = latest.summary().mode();
        boolean worse = mode.higherIsBetter() ? latest.value() < range.low() : latest.value() > range.high();
        if (!worse) {
            return Optional.empty();
        }
        double before = ForkEstimate.of(usual).value();
        return Optional.of(new Suspect(
                latest.summary().id(),
                Suspect.Rule.OUT_OF_RANGE,
                series.entry(end - 1),
                latest,
                series.lastCommit(level, end),
                latest,
                before,
                latest.value(),
                mode.speedRatio(before, latest.value()),
                ForkEstimate.of(usual).furtherOff(latest.value()).orElseThrow()));
    }
}
