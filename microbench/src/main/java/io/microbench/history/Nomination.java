// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.history.CaseHistory.HistoryEntry;
import io.microbench.history.GateNotes.SuspectNote;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The result of a search for suspects in a run, including the cases that could not be judged.
 *
 * @param suspects the suspects, the worst first
 * @param withdrawn notes on open suspects whose slowdown is not visible in later runs
 * @param cases the cases of the run and of the previous run, by id
 * @param runs the number of runs, including the one that was searched
 * @param starvedRuns the number of runs whose cases were all mostly starved
 */
public record Nomination(
        List<Suspect> suspects,
        List<SuspectNote> withdrawn,
        SortedMap<String, State> cases,
        int runs,
        int starvedRuns) {

    /** Whether a case was judged, or why not. */
    public enum State {
        /** It was compared with earlier runs. */
        JUDGED,
        /** Most of its iterations in the run were starved. */
        STARVED,
        /** The value of a fork is not above 0, so there is no ratio. */
        NO_RATIO,
        /** Fewer than {@value HistoryAnalysis#LEAST} earlier runs are comparable. */
        TOO_FEW_RUNS,
        /**
         * The case is slower in this run only, and so are many others: too many for a code change to be the likely cause. The next run
         * decides.
         */
        ONE_OF_MANY,
        /** The previous run has a value, but this run does not. */
        MISSING
    }

    public Nomination {
        suspects = List.copyOf(suspects);
        withdrawn = List.copyOf(withdrawn);
        cases = new TreeMap<>(cases);
    }

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

    public long count(State state) {
        return cases.values().stream().filter(state::equals).count();
    }

    /** Returns whether the history is new and has too few runs to judge any case. */
    public boolean isTooYoung() {
        return runs <= HistoryAnalysis.LEAST && !cases.isEmpty();
    }

    /** Returns whether no case could be judged because runs waited for processors: this run, or too many of the earlier ones. */
    public boolean isTooBusy() {
        boolean thisRun = count(State.STARVED) > 0 && count(State.STARVED) + count(State.MISSING) == cases.size();
        boolean earlier = runs > HistoryAnalysis.LEAST && runs - starvedRuns <= HistoryAnalysis.LEAST;
        return judgedNothing() && starvedRuns > 0 && (thisRun || earlier);
    }

    public boolean judgedNothing() {
        return count(State.JUDGED) == 0;
    }

    /**
     * A case that may have become slower according to its history. A comparison on fresh forks must confirm it.
     *
     * @param rule the rule that nominated it
     * @param lastGood the last run before it became slower
     * @param firstBad the first run that was slower
     * @param lastGoodCommit the baseline of the gate: the last commit before the change that was measured without
     *     uncommitted changes; empty if unknown
     * @param latest the run that was searched; may be {@code firstBad}
     * @param before level before the change, in the unit of the case
     * @param after level after the change; for {@link Rule#OUT_OF_RANGE} the value of {@code latest}
     * @param ratio speed after the change divided by the speed before it, below 1
     * @param pValue probability, in 0..1, of such a difference if nothing has changed, as computed by the rule; optimistic, but it shows
     *     which of several suspects most likely became slower
     * @param noted the last gate's note on it; empty if it is new
     * @param nights number of runs since its nomination; 0 if it is new
     */
    public record Suspect(
            String caseId,
            Rule rule,
            HistoryEntry lastGood,
            HistoryEntry firstBad,
            Optional<String> lastGoodCommit,
            HistoryEntry latest,
            double before,
            double after,
            double ratio,
            double pValue,
            Optional<SuspectNote> noted,
            int nights) {

        /** The most likely suspects first; among equally likely suspects, the worst first. */
        public static final Comparator<Suspect> MOST_LIKELY_FIRST =
                Comparator.comparingDouble(Suspect::pValue).thenComparingDouble(Suspect::ratio);

        /** The number of nights without a decision after which a suspect is checked last. */
        private static final int PATIENCE = 3;

        /**
         * Open suspects first, the oldest first; then new suspects, the most likely first; last, suspects that were undecided on several
         * nights.
         */
        public static final Comparator<Suspect> OPEN_FIRST = Comparator.<Suspect>comparingInt(
                        each -> each.looks() >= PATIENCE ? 2 : each.noted().isPresent() ? 0 : 1)
                .thenComparingInt(each -> -each.nights())
                .thenComparing(MOST_LIKELY_FIRST);

        /** Returns the number of nights on which fresh forks ran without a decision. */
        public int looks() {
            return noted.map(SuspectNote::looks).orElse(0);
        }

        public enum Rule {
            /** The level changed for the worse in one of the last runs. */
            CHANGE_POINT,
            /** Only the last value is outside the usual range of its level. */
            OUT_OF_RANGE,
            /** It was nominated on an earlier night, and the runs since then confirm the slowdown. */
            KEPT
        }
    }
}
