/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import io.microbench.scaling.Curve;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Rung;
import io.microbench.stats.Confidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The curves that are drawn on one chart: those of a benchmark class, or the snippets of a command.
 *
 * @param title the full name of the class; empty for snippets
 * @param curves at least one
 */
record CurveGroup(String title, List<Curve> curves) {

    /** The most rungs of which all are drawn as bars, and whose cases stand in the ordinary table. */
    static final int FEW = 4;

    /** The fewest rungs that make a curve; two are a pair, which bars and the table of cases show. */
    static final int RUNGS = 3;

    /** The numbers of workers that have bars where there are more rungs than a few, beside the largest. */
    private static final Set<Integer> MARKS = Set.of(1, 50, 100);

    /** Returns the groups of a run, in the order of their first cases. Rungs of unlike nodes make no curve. */
    static List<CurveGroup> of(RunRecord run) {
        Collection<CaseResult> cases = comparable(run);
        Map<String, List<CaseResult>> classes = new LinkedHashMap<>();
        cases.forEach(result -> classes.computeIfAbsent(result.id().className(), name -> new ArrayList<>())
                .add(result));
        List<CurveGroup> groups = new ArrayList<>();
        classes.forEach((name, ofClass) -> {
            List<Curve> curves = Curves.of(ofClass, Confidence.OVER_FORKS.level());
            if (!curves.isEmpty()) {
                groups.add(new CurveGroup(name, curves));
            }
        });
        return groups;
    }

    /**
     * Returns the cases without ladders that were measured on nodes unlike one another, or unlike those of a ladder of
     * their class that comes first: curves of one class are drawn on one chart.
     */
    private static List<CaseResult> comparable(RunRecord run) {
        if (run.nodes().isEmpty()) {
            return run.cases();
        }
        Map<CaseId, List<CaseResult>> families = run.cases().stream()
                .collect(Collectors.groupingBy(
                        result -> Curves.family(result.id()), LinkedHashMap::new, Collectors.toList()));
        Map<String, List<CaseResult>> charts = new HashMap<>();
        families.values().removeIf(family -> family.size() > 1 && !join(run, family, charts));
        return run.cases().stream()
                .filter(result -> families.containsKey(Curves.family(result.id())))
                .toList();
    }

    private static boolean join(RunRecord run, List<CaseResult> ladder, Map<String, List<CaseResult>> charts) {
        String className = ladder.get(0).id().className();
        List<CaseResult> chart = new ArrayList<>(charts.getOrDefault(className, List.of()));
        chart.addAll(ladder);
        if (Likeness.obstacle(run, chart).isPresent()) {
            return false;
        }
        charts.put(className, chart);
        return true;
    }

    /** Returns the cases that the ordinary table has: without the measured rungs of ladders, which have tables of their own. */
    static List<CaseResult> withoutLadders(RunRecord run) {
        return withAtMost(FEW, run);
    }

    /** Returns the cases that are on no curve. */
    static List<CaseResult> withoutCurves(RunRecord run) {
        return withAtMost(1, run);
    }

    private static List<CaseResult> withAtMost(int rungs, RunRecord run) {
        Map<CaseId, Set<Integer>> ladders = comparable(run).stream()
                .filter(CurveGroup::isMeasured)
                .collect(Collectors.groupingBy(
                        result -> Curves.family(result.id()),
                        Collectors.mapping(result -> result.id().threads(), Collectors.toSet())));
        return run.cases().stream()
                .filter(result -> !isMeasured(result)
                        || ladders.getOrDefault(Curves.family(result.id()), Set.of())
                                        .size()
                                <= rungs)
                .toList();
    }

    private static boolean isMeasured(CaseResult result) {
        return result.status() == Status.DONE
                && Curves.rung(result, Confidence.OVER_FORKS.level()).isPresent();
    }

    /** Returns the class without its package. */
    String simpleTitle() {
        return title.substring(title.lastIndexOf('.') + 1);
    }

    /** Returns the numbers of workers that have bars: all if they are few, otherwise 1, 50, 100 and the largest, if measured. */
    List<Integer> marks() {
        TreeSet<Integer> workers = curves.stream()
                .flatMap(curve -> curve.rungs().stream())
                .map(Rung::workers)
                .collect(Collectors.toCollection(TreeSet::new));
        int largest = workers.last();
        return workers.stream()
                .filter(count -> workers.size() <= FEW || count == largest || MARKS.contains(count))
                .toList();
    }
}
