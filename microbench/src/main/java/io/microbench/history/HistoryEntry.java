// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.time.Instant;
import java.util.Optional;

/**
 * One case in one run of a history.
 *
 * @param runId id of the run
 * @param time when the run started, UTC
 * @param commit revision that was measured; empty where it is not known
 * @param dirty whether the working copy had changes of its own, so that {@code commit} is not what was measured
 * @param branch branch that was measured; empty where it is not known
 * @param environment where it was measured
 * @param summary what was measured
 */
public record HistoryEntry(
        String runId,
        Instant time,
        Optional<String> commit,
        boolean dirty,
        Optional<String> branch,
        Fingerprint environment,
        CaseSummary summary) {

    static HistoryEntry of(RunSummary run, CaseSummary summary) {
        return new HistoryEntry(
                run.id(), run.time(), run.commit(), run.dirty(), run.branch(), run.environment(), summary);
    }

    /** Returns the same entry with its values in another unit of the mode. */
    HistoryEntry in(String unit) {
        return unit.equals(summary.unit())
                ? this
                : new HistoryEntry(runId, time, commit, dirty, branch, environment, summary.in(unit));
    }

    /** Returns the value over forks, in the unit of the case. */
    public double value() {
        return summary.value();
    }
}
