// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseHistory.CaseSegments;
import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.GateNotes.SuspectNote;
import io.microbench.history.Nomination.State;
import io.microbench.history.Nomination.Suspect;
import io.microbench.history.SuspectSearch.Noted;
import io.microbench.stats.ChangePoints;
import io.microbench.stats.Confidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds out from a history what changed and when, and which cases of the latest run deserve a second look.
 *
 * <p>Two rules nominate a suspect, if it lost 2.5 % or more. A <em>change point</em> for the worse in one of the last runs is what Apache
 * Otava would report; it takes small changes, but often some runs to show, and it compares with the fastest of the last levels. A last
 * value <em>out of range</em> of its level takes large changes at once. Both raise false alarms, so a suspect is confirmed on fresh
 * forks before anything fails; it is kept until that is settled ({@link GateNotes}).
 *
 * @param rule how change points are found in each segment
 * @param near how many of the last runs a change point may lie back to be suspicious, at least 1
 * @param memory how many earlier runs of the same level the last value is compared with, at least {@value #LEAST}
 * @param confidence of the one-sided limit that the last value must not pass, between 0.5 and 1; 0.999 lets one in a
 *     thousand pass
 */
public record HistoryAnalysis(ChangePoints rule, int near, int memory, double confidence) {

    /** Otava's rule, a change in the last 5 runs, and Student's t at 0.999 over 64 runs. */
    public static final HistoryAnalysis DEFAULTS =
            new HistoryAnalysis(ChangePoints.DEFAULTS, 5, 64, Confidence.SUSPECT.level());

    /** The least number of earlier runs that show which values are usual. */
    static final int LEAST = 3;

    /** The largest number of nominated cases that only the latest run makes suspect. */
    private static final int MOST_OF_ONE_RUN = 3;

    public HistoryAnalysis {
        if (near < 1) {
            throw new IllegalArgumentException("near = " + near + ": expected 1 or more");
        }
        if (memory < LEAST) {
            throw new IllegalArgumentException("memory = " + memory + ": expected " + LEAST + " or more");
        }
        if (!(confidence > 0.5 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "confidence = " + confidence + ": expected a share between 0.5 and 1, such as 0.999");
        }
    }

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

    /** Returns the history of some cases with its changes. */
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
     * Searches a run for cases that may have become slower. A case with fewer than {@value #LEAST} earlier runs that compare
     * is not judged, nor one whose iterations were mostly starved ({@link CaseSummary#mostlyStarved}) or that has no ratio
     * ({@link CaseSummary#hasRatio}); such runs do not count among the earlier ones.
     *
     * @param runs runs of one branch, in any order; those after {@code latest} do not count, and whether it is one of
     *     them does not matter
     * @param latest the run to judge
     * @param gates what gates noted of their suspects, in any order; those of {@code latest} and of runs after it do not count
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
                    SuspectSearch search = new SuspectSearch(this, series, noted.getOrDefault(each.id(), List.of()));
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
     * Returns suspects that need not be nominated yet: where many cases are slower in the latest run alone, the machine was most likely
     * busy. A few of them show whether it is the code; the others are suspects if the next run shows them.
     */
    private static List<Suspect> oneOfMany(List<Suspect> suspects) {
        return suspects.stream()
                .filter(each -> each.noted().isEmpty() && each.firstBad().equals(each.latest()))
                .sorted(Suspect.MOST_LIKELY_FIRST)
                .skip(MOST_OF_ONE_RUN)
                .toList();
    }

    /** Returns what was noted of each case when these runs were looked at, the earliest first. */
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
                        .thenComparing(one -> one.note().state())));
        return noted;
    }
}
