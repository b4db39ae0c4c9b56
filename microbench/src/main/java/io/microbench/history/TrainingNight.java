// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import io.microbench.result.RunRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Stores what one run with {@code microbench.training} taught of its cases.
 *
 * @param id the run's own id, as in its record; part of a file name
 * @param time when it started, UTC, in whole milliseconds
 * @param environment where it was measured; what was learned holds for no other
 * @param cases one for each case that was measured in full, in the order of their ids
 */
public record TrainingNight(String id, Instant time, Fingerprint environment, List<CaseTraining> cases) {

    static final Comparator<TrainingNight> BY_TIME =
            Comparator.comparing(TrainingNight::time).thenComparing(TrainingNight::id);

    /**
     * Sorts the cases, and cuts the time to milliseconds, which is what every store keeps.
     *
     * @throws IllegalArgumentException if the id cannot be part of a file name or a case comes twice
     */
    public TrainingNight {
        Check.name("run id", id);
        time = time.truncatedTo(ChronoUnit.MILLIS);
        Objects.requireNonNull(environment, "environment is missing");
        cases = Check.sorted(cases, CaseTraining::id, "training " + id);
    }

    /** Determines what a run taught whose forks ran in full; cases of which fewer than two did are left out. */
    public static TrainingNight of(RunRecord run) {
        return new TrainingNight(
                run.id(),
                run.start(),
                Fingerprint.of(run.environment()),
                run.cases().stream()
                        .map(CaseTraining::of)
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Returns what it taught of a case; empty if nothing. */
    public Optional<CaseTraining> of(String caseId) {
        return cases.stream().filter(each -> each.id().equals(caseId)).findFirst();
    }
}
