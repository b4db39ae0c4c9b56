/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.gate;

import io.microbench.judge.CaseVerdict;
import io.microbench.result.CaseId;
import io.microbench.result.Failure;
import java.util.List;
import java.util.Map;

/** Looks again at cases under suspicion, by forks of two commits in turn. */
public interface Confirmation {

    /**
     * What it came to.
     *
     * @param verdicts one for each case that both commits have
     * @param failures the cases of which a fork failed
     */
    record Answer(List<CaseVerdict> verdicts, Map<CaseId, Failure> failures) {

        /** Copies both. */
        public Answer {
            verdicts = List.copyOf(verdicts);
            failures = Map.copyOf(failures);
        }
    }

    /** Returns the full name of the commit that is asked about. */
    String head();

    /**
     * Compares the commit that is asked about with an earlier one.
     *
     * @param lastGood the earlier commit
     * @param cases ids of the cases
     * @param comparisons how many comparisons share the chance of a false alarm, at least 1
     */
    Answer compare(String lastGood, List<String> cases, int comparisons);

    /** Returns the commits after {@code old} up to {@code now}, the latest first, one line each. */
    List<String> commits(String old, String now);
}
