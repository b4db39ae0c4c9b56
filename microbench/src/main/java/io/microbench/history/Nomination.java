// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The result of a search for suspects in a run, with the cases that could not be judged.
 *
 * @param suspects the worst first
 * @param withdrawn notes of suspects that were open and that the runs since then do not show
 * @param cases each case of the run and of the one before it, by id
 * @param runs the number of runs, the one that was searched included
 * @param starvedRuns the number of runs of which every case was mostly starved
 */
public record Nomination(
        List<Suspect> suspects,
        List<SuspectNote> withdrawn,
        SortedMap<String, State> cases,
        int runs,
        int starvedRuns) {

    /** Whether a case was judged, and why not. */
    public enum State {
        /** Compared with earlier runs. */
        JUDGED,
        /** Most of its iterations in the run were starved. */
        STARVED,
        /** The value of a fork is not above 0, so there is no ratio. */
        NO_RATIO,
        /** Fewer than {@value HistoryAnalysis#LEAST} earlier runs compare. */
        TOO_FEW_RUNS,
        /** Slower in this run alone, as more cases are than a change of the code makes likely: the next run tells. */
        ONE_OF_MANY,
        /** The run before has a value, this run has none. */
        MISSING
    }

    public Nomination {
        suspects = List.copyOf(suspects);
        withdrawn = List.copyOf(withdrawn);
        cases = new TreeMap<>(cases);
    }

    /** Returns this for some of the cases. */
    public Nomination of(Predicate<String> chosen) {
        return new Nomination(
                suspects.stream()
                        .filter(suspect -> chosen.test(suspect.caseId()))
                        .toList(),
                withdrawn.stream().filter(note -> chosen.test(note.caseId())).toList(),
                cases.entrySet().stream()
                        .filter(entry -> chosen.test(entry.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new)),
                runs,
                starvedRuns);
    }

    /** Returns the number of cases in this state. */
    public long count(State state) {
        return cases.values().stream().filter(state::equals).count();
    }

    /** Returns whether the history has too few runs to judge any case of this one, as in its first nights. */
    public boolean isTooYoung() {
        return runs <= HistoryAnalysis.LEAST && !cases.isEmpty();
    }

    /** Returns whether no case could be judged. */
    public boolean judgedNothing() {
        return count(State.JUDGED) == 0;
    }
}
