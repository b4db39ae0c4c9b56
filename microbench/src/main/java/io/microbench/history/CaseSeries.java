/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import io.microbench.result.ScoreUnit;
import io.microbench.stats.ChangePoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of one case that compare, in the order of time, of which something can be concluded: without those that were mostly
 * starved.
 *
 * <p>Of a long history only the values are looked at; an entry is made for the few that matter.
 */
final class CaseSeries {

    private final String unit;
    private final List<RunSummary> runs = new ArrayList<>();
    private double[] values = new double[64];
    private int[] places = new int[64];

    private CaseSeries(String unit) {
        this.unit = unit;
    }

    /**
     * Returns the values of the runs that compare with the last one.
     *
     * @param runs in the order of time
     * @param place where the case stands in the last of them
     */
    static CaseSeries ofLatest(List<RunSummary> runs, int place) {
        RunSummary latest = runs.get(runs.size() - 1);
        String id = latest.cases().get(place).id();
        HistorySegment.Key wanted = HistorySegment.Key.of(latest, place);
        HistorySegment.Key seen = wanted;
        CaseSeries series = new CaseSeries(latest.shape(place).unit());
        int at = place;
        for (RunSummary run : runs) {
            int here = run.place(id, at);
            if (here >= 0) {
                at = here;
                if (!seen.isOf(run, here)) {
                    seen = HistorySegment.Key.of(run, here);
                }
                if (seen.equals(wanted) && !run.mostlyStarved(here)) {
                    series.add(run, here);
                }
            }
        }
        return series;
    }

    /**
     * Returns all entries of a case by what compares, each list in the order of time and in the unit of its last entry.
     *
     * @param runs in the order of time
     */
    static Map<HistorySegment.Key, List<HistoryEntry>> entries(List<RunSummary> runs, String id) {
        Map<HistorySegment.Key, List<HistoryEntry>> segments = new LinkedHashMap<>();
        int at = 0;
        for (RunSummary run : runs) {
            int here = run.place(id, at);
            if (here >= 0) {
                at = here;
                segments.computeIfAbsent(HistorySegment.Key.of(run, here), key -> new ArrayList<>())
                        .add(HistoryEntry.of(run, run.cases().get(here)));
            }
        }
        segments.values().forEach(CaseSeries::inLastUnit);
        return segments;
    }

    private static void inLastUnit(List<HistoryEntry> entries) {
        String last = entries.get(entries.size() - 1).summary().unit();
        entries.replaceAll(entry -> entry.in(last));
    }

    private void add(RunSummary run, int place) {
        int size = runs.size();
        if (size == places.length) {
            values = Arrays.copyOf(values, 2 * size);
            places = Arrays.copyOf(places, 2 * size);
        }
        String other = run.shape(place).unit();
        values[size] = run.value(place) * (other.equals(unit) ? 1 : ScoreUnit.factor(other, unit));
        places[size] = place;
        runs.add(run);
    }

    int size() {
        return runs.size();
    }

    double[] values() {
        return Arrays.copyOf(values, runs.size());
    }

    /** Returns the values from one index to another, the latter excluded. */
    double[] values(int from, int to) {
        return Arrays.copyOfRange(values, from, to);
    }

    HistoryEntry entry(int index) {
        RunSummary run = runs.get(index);
        return HistoryEntry.of(run, run.cases().get(places[index])).in(unit);
    }

    /** Returns the change at a point of these values. */
    HistoryChange change(ChangePoint point) {
        return HistoryChange.of(point, entry(point.index() - 1), entry(point.index()));
    }

    /** Returns the last commit of the runs from one index to another, the latter excluded, that was measured as it is. */
    Optional<String> lastCommit(int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            RunSummary run = runs.get(i);
            if (!run.dirty() && run.commit().isPresent()) {
                return run.commit();
            }
        }
        return Optional.empty();
    }
}
