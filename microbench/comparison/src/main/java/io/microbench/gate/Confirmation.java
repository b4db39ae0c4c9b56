// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.gate;

import io.microbench.judge.AnytimeJudge.SuspectedChange;
import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Measures suspected cases again, by alternating forks of two commits. */
interface Confirmation {

    /**
     * The outcome of a confirmation.
     *
     * @param verdicts one for each case that both commits have
     * @param failures the cases with a failed fork
     * @param notReached ids of the cases that were not reached within the budget
     * @param spent how long the forks took
     */
    record Answer(List<CaseVerdict> verdicts, Map<CaseId, Failure> failures, Set<String> notReached, Duration spent) {

        /** Returns the answer if no case was reached within the budget. */
        static Answer none(List<SuspectedChange> suspects) {
            return new Answer(
                    List.of(),
                    Map.of(),
                    suspects.stream().map(SuspectedChange::caseId).collect(Collectors.toSet()),
                    Duration.ZERO);
        }

        /** Copies the collections. */
        public Answer {
            verdicts = List.copyOf(verdicts);
            failures = Map.copyOf(failures);
            notReached = Set.copyOf(notReached);
        }
    }

    /** Returns the full name of the commit under test. */
    String head();

    /** Returns the time budget of the forks of all comparisons together. */
    Duration budget();

    /**
     * Compares the commit under test with an earlier one.
     *
     * @param lastGood the earlier commit
     * @param suspects which cases, and how much slower each is suspected to be, the most important first, as the budget
     *     may end before all are measured
     * @param comparisons how many comparisons share the chance of a false alarm, at least 1
     * @param left the remaining budget
     */
    Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons, Duration left);

    /** Returns the commits after the baseline up to the candidate, the latest first, one line each. */
    List<String> commits(String baseline, String candidate);
}
