// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import java.util.List;
import java.util.Optional;

/**
 * What a store has of trainings.
 *
 * @param nights in the order of time
 */
public record Trainings(List<TrainingNight> nights) {

    public Trainings {
        nights = nights.stream().sorted(TrainingNight.BY_TIME).toList();
    }

    /** Returns the latest night that has the case and was measured in the environment; empty if there is none. */
    public Optional<TrainingNight> latest(String caseId, Fingerprint environment) {
        return nights.stream()
                .filter(night -> night.environment().equals(environment))
                .filter(night -> night.of(caseId).isPresent())
                .reduce((earlier, later) -> later);
    }

    /** Returns the ids of all cases of all nights, sorted. */
    public List<String> caseIds() {
        return nights.stream()
                .flatMap(night -> night.cases().stream())
                .map(CaseTraining::id)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns all nights that have the case, in the order of time. */
    public List<TrainingNight> having(String caseId) {
        return nights.stream().filter(night -> night.of(caseId).isPresent()).toList();
    }
}
