// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import java.util.Optional;

/** Tells cases whose forks are too few for what is asked of them. */
final class DoubtfulCase {

    private DoubtfulCase() {}

    /** Returns whether it has a single fork, which knows nothing of the next one, or is less precise than was asked. */
    static boolean needsForks(CaseResult result) {
        CaseReach reach = CaseReach.of(result);
        Optional<Double> asked = result.plan().adaptive().flatMap(AdaptivePlan::precision);
        return reach.forks() < 2
                || asked.filter(target -> reach.halfWidth() > target).isPresent();
    }
}
