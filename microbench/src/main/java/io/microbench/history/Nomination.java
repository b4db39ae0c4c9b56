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
 * The result of a search for suspects in a run, with the cases that could not be judged.
 *
 * @param suspects the worst first
 * @param withdrawn notes of suspects that were open and that the runs since then do not show
 * @param cases each case of the run and of the one before it, by id
 * @param runs the number of runs, the one that was searched included
 * @param starvedRuns the number of runs whose cases were all mostly starved
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
        /** Fewer than {@value HistoryAnalysis#LEAST} earlier runs are comparable. */
        TOO_FEW_RUNS,
        /** Slower in this run alone, like more cases than a change of the code would explain: the next run decides. */
        ONE_OF_MANY,
        /** The run before has a value, this run has none. */
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

    /** Returns whether the history has too few runs to judge any case of this one, as in its first nights. */
    public boolean isTooYoung() {
        return runs <= HistoryAnalysis.LEAST && !cases.isEmpty();
    }

    public boolean judgedNothing() {
        return count(State.JUDGED) == 0;
    }

    /**
     * A case that may have become slower, by its history; a comparison on fresh forks has to confirm it.
     *
     * @param rule the rule that nominated it
     * @param lastGood the last run before it became slower
     * @param firstBad the first run that was slower
     * @param lastGoodCommit commit of the last run before it became slower whose commit is known and was measured without changes of
     *     the working copy: the baseline of the gate; empty if the level before has none
     * @param latest the run under suspicion; may be {@code firstBad}
     * @param before level before, in the unit of the case
     * @param after level after; for {@link Rule#OUT_OF_RANGE} the value of {@code latest}
     * @param ratio speed after over speed before, below 1
     * @param pValue probability of such a difference if nothing had changed, 0 to 1, as computed by the rule; optimistic, but it shows
     * which     of several suspects is most likely to be one
     * @param noted the note of the last gate on it; empty if it is new
     * @param nights number of runs since it was nominated first, 0 if it is new
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

        /** The most likely to have become slower first; among equally likely ones the worst first. */
        public static final Comparator<Suspect> MOST_LIKELY_FIRST =
                Comparator.comparingDouble(Suspect::pValue).thenComparingDouble(Suspect::ratio);

        /** The number of nights without a decision after which others go first. */
        private static final int PATIENCE = 3;

        /**
         * Those open from earlier nights first, the oldest of them first; then the most likely; suspects that forks left undecided for
         * several nights come last.
         */
        public static final Comparator<Suspect> OPEN_FIRST = Comparator.<Suspect>comparingInt(
                        each -> each.looks() >= PATIENCE ? 2 : each.noted().isPresent() ? 0 : 1)
                .thenComparingInt(each -> -each.nights())
                .thenComparing(MOST_LIKELY_FIRST);

        /** Returns on how many nights fresh forks ran and did not decide. */
        public int looks() {
            return noted.map(SuspectNote::looks).orElse(0);
        }

        public enum Rule {
            /** The level changed for the worse in one of the last runs. */
            CHANGE_POINT,
            /** The last value alone is worse than the usual range of its level. */
            OUT_OF_RANGE,
            /** It was nominated on an earlier night, and the runs since then show it. */
            KEPT
        }
    }
}
