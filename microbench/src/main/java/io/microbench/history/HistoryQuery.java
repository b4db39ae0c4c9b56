// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.Optional;

/**
 * Names the part of a history to read.
 *
 * @param branch only runs of this branch; every run if empty
 */
public record HistoryQuery(Optional<String> branch) {

    /** Selects all runs. */
    public static final HistoryQuery ALL = new HistoryQuery(Optional.empty());

    /** Selects the runs of one branch. */
    public static HistoryQuery ofBranch(String name) {
        return new HistoryQuery(Optional.of(name));
    }

    /** Returns whether the run is asked for. */
    boolean includes(RunSummary run) {
        return branch.isEmpty() || run.branch().equals(branch);
    }
}
