// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The values of one case that compare, in the order of time, of which something can be concluded: without those that were mostly
 * starved or have no ratio.
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
        int last = runs.size() - 1;
        String id = runs.get(last).idAt(place);
        CaseSegments segments = new CaseSegments();
        int[] places = new int[runs.size()];
        int[] numbers = new int[runs.size()];
        int at = place;
        for (int i = 0; i <= last; i++) {
            places[i] = runs.get(i).place(id, at);
            if (places[i] >= 0) {
                at = places[i];
                numbers[i] = segments.number(runs.get(i), at);
            }
        }
        CaseSeries series = new CaseSeries(runs.get(last).shape(place).unit());
        for (int i = 0; i <= last; i++) {
            RunSummary run = runs.get(i);
            if (places[i] >= 0 && numbers[i] == numbers[last] && run.isUsable(places[i])) {
                series.add(run, places[i]);
            }
        }
        return series;
    }

    /**
     * Returns all entries of a case, those that compare in one list, each list in the order of time and in the unit of its last
     * entry.
     *
     * @param runs in the order of time
     */
    static List<List<HistoryEntry>> entries(List<RunSummary> runs, String id) {
        List<List<HistoryEntry>> entries = new ArrayList<>();
        CaseSegments segments = new CaseSegments();
        int at = 0;
        for (RunSummary run : runs) {
            int here = run.place(id, at);
            if (here >= 0) {
                at = here;
                int number = segments.number(run, here);
                if (number == entries.size()) {
                    entries.add(new ArrayList<>());
                }
                entries.get(number).add(HistoryEntry.of(run, run.cases().get(here)));
            }
        }
        entries.forEach(CaseSeries::inLastUnit);
        return entries;
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

    /** Returns the values from an index on. */
    CaseSeries from(int index) {
        CaseSeries rest = new CaseSeries(unit);
        for (int i = index; i < runs.size(); i++) {
            rest.add(runs.get(i), places[i]);
        }
        return rest;
    }

    int size() {
        return runs.size();
    }

    Mode mode() {
        int last = runs.size() - 1;
        return runs.get(last).shape(places[last]).mode();
    }

    /** Returns the index of the value of a run; -1 if there is none. */
    int indexOf(String runId) {
        return first(run -> run.id().equals(runId));
    }

    /** Returns the index of the first value of a commit; -1 if there is none. */
    int indexOfCommit(String commit) {
        return first(run -> run.commit().filter(commit::equals).isPresent());
    }

    private int first(Predicate<RunSummary> wanted) {
        return IntStream.range(0, runs.size())
                .filter(index -> wanted.test(runs.get(index)))
                .findFirst()
                .orElse(-1);
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
