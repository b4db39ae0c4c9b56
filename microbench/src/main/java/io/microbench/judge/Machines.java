/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.result.CaseResult;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import java.util.List;

/**
 * Tells why what two runs measured on their machines does not compare.
 *
 * <p>Where neither run has nodes the machine of the one is held against that of the other, as a whole. Where one has
 * some, each case is: a run on several machines may have some cases that compare, and others that do not.
 */
final class Machines {

    private final RunRecord baseline;
    private final RunRecord candidate;

    Machines(RunRecord baseline, RunRecord candidate) {
        this.baseline = baseline;
        this.candidate = candidate;
    }

    private boolean hasNodes() {
        return baseline.nodes().isPresent() || candidate.nodes().isPresent();
    }

    /** Returns what differs between the two machines; empty where a run has several. */
    List<EnvironmentDifference> differences() {
        return hasNodes()
                ? List.of()
                : EnvironmentComparison.differences(baseline.environment(), candidate.environment());
    }

    /** Returns why two cases do not compare because of the nodes that measured them; empty if they do. */
    String obstacle(CaseResult before, CaseResult after) {
        return hasNodes()
                ? Likeness.obstacle(baseline, before, candidate, after).orElse("")
                : "";
    }
}
