/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps all that a run knows of one case.
 *
 * @param id which case
 * @param plan how it was to be measured
 * @param status how far it came
 * @param reason why it was skipped or failed, in one line; empty otherwise
 * @param score JMH's own score over all forks, its 99.9 % error pooled over iterations, and its unit; absent without a result
 * @param secondary secondary results over all forks, by label
 * @param forks the forks that ran, failed ones included
 */
public record CaseResult(
        CaseId id,
        CasePlan plan,
        Status status,
        String reason,
        Optional<Metric> score,
        Map<String, Metric> secondary,
        List<ForkResult> forks) {

    /** How far a case came. */
    public enum Status {
        /** Not reached yet. */
        PLANNED,
        /** Every fork delivered all its iterations. */
        DONE,
        /** A fork failed; see its failure. */
        FAILED,
        /** Switched off by a condition or an annotation. */
        SKIPPED
    }

    public CaseResult {
        secondary = new TreeMap<>(secondary);
        forks = List.copyOf(forks);
    }

    /** Returns a case that has not been reached. */
    public static CaseResult planned(CaseId id, CasePlan plan) {
        return new CaseResult(id, plan, Status.PLANNED, "", Optional.empty(), Map.of(), List.of());
    }

    /** Returns this case as skipped for the given reason. */
    public CaseResult skipped(String why) {
        return new CaseResult(id, plan, Status.SKIPPED, why, Optional.empty(), Map.of(), List.of());
    }

    /** Returns why the case has no score, such as {@code FAILED: OutOfMemoryError}. */
    public String withoutScore() {
        String why = reason.isEmpty() ? "" : ": " + reason;
        return switch (status) {
            case DONE -> "no result" + why;
            case FAILED -> "FAILED" + why;
            case SKIPPED -> "skipped" + why;
            case PLANNED -> "not run" + why;
        };
    }
}
