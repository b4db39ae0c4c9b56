// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import java.util.Optional;

/** Identifies cases with too few forks. */
final class DoubtfulCase {

    private DoubtfulCase() {}

    /** Returns whether a case has only a single fork, or is less precise than requested. */
    static boolean needsForks(CaseResult result) {
        CaseReach reach = CaseReach.of(result);
        Optional<Double> asked = result.plan().adaptive().flatMap(AdaptivePlan::precision);
        return reach.forks() < 2
                || asked.filter(target -> reach.halfWidth() > target).isPresent();
    }
}
