/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says which part of a history to read.
 *
 * @param caseId only this case, and only runs that have it; every case if empty
 * @param branch only runs of this branch; every run if empty
 * @param from only runs that started at this moment or later
 * @param to only runs that started before this moment
 */
public record HistoryQuery(
        Optional<String> caseId, Optional<String> branch, Optional<Instant> from, Optional<Instant> to) {

    /** Asks for everything. */
    public static final HistoryQuery ALL =
            new HistoryQuery(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns this query for one case only. */
    public HistoryQuery ofCase(String id) {
        return new HistoryQuery(Optional.of(id), branch, from, to);
    }

    /** Returns this query for one branch only. */
    public HistoryQuery onBranch(String name) {
        return new HistoryQuery(caseId, Optional.of(name), from, to);
    }

    /** Returns this query for runs that started at the given moment or later. */
    public HistoryQuery since(Instant moment) {
        return new HistoryQuery(caseId, branch, Optional.of(moment), to);
    }

    /** Returns this query for runs that started before the given moment. */
    public HistoryQuery before(Instant moment) {
        return new HistoryQuery(caseId, branch, from, Optional.of(moment));
    }

    /** Returns what this query asks of a run: the run with the cases asked for, or nothing. */
    Optional<RunSummary> select(RunSummary run) {
        boolean asked =
                branch.map(name -> run.branch().equals(Optional.of(name))).orElse(true)
                        && from.map(moment -> !run.time().isBefore(moment)).orElse(true)
                        && to.map(run.time()::isBefore).orElse(true);
        if (!asked) {
            return Optional.empty();
        }
        if (caseId.isEmpty()) {
            return Optional.of(run);
        }
        return run.caseOf(caseId.get()).map(only -> run.withCases(List.of(only)));
    }
}
