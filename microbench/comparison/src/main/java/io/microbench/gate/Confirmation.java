/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.gate;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.SuspectedChange;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures suspected cases again, by forks of two commits in turn. */
interface Confirmation {

    /**
     * What it came to.
     *
     * @param verdicts one for each case that both commits have
     * @param failures the cases of which a fork failed
     * @param notReached ids of the cases for which there was no time
     */
    record Answer(List<CaseVerdict> verdicts, Map<CaseId, Failure> failures, Set<String> notReached) {

        /** Copies all. */
        public Answer {
            verdicts = List.copyOf(verdicts);
            failures = Map.copyOf(failures);
            notReached = Set.copyOf(notReached);
        }
    }

    /** Returns the full name of the commit that is asked about. */
    String head();

    /**
     * Compares the commit that is asked about with an earlier one.
     *
     * @param lastGood the earlier commit
     * @param suspects which cases, and how much slower each of them is suspected to be, the most important first: where there
     *     is not time for all of them, for these
     * @param comparisons how many comparisons share the chance of a false alarm, at least 1
     */
    Answer compare(String lastGood, List<SuspectedChange> suspects, int comparisons);

    /** Returns the commits after the baseline up to the candidate, the latest first, one line each. */
    List<String> commits(String baseline, String candidate);
}
