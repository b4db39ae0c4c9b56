// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One line of the journal: a fork that ended, a case that ended, or the recordings of a profiler.
 *
 * @param fork the fork; empty on the line that ends a case
 * @param status how the case ended; empty on the line of a fork
 * @param reason why it failed or was skipped
 * @param score JMH's score over all forks
 * @param secondary secondary results over all forks
 * @param leftOut why the forks that the case has so far count no longer; empty on other lines
 * @param profile the recordings of a profiler; empty on other lines
 */
record JournalEntry(
        String id,
        Optional<ForkResult> fork,
        Optional<CaseResult.Status> status,
        String reason,
        Optional<Metric> score,
        Map<String, Metric> secondary,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Failure> leftOut,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Profile> profile) {

    static JournalEntry fork(CaseId id, ForkResult fork) {
        return open(id, Optional.of(fork), Optional.empty(), Optional.empty());
    }

    static JournalEntry leftOut(CaseId id, Failure why) {
        return open(id, Optional.empty(), Optional.of(why), Optional.empty());
    }

    static JournalEntry profile(CaseId id, Profile profile) {
        return open(id, Optional.empty(), Optional.empty(), Optional.of(profile));
    }

    private static JournalEntry open(
            CaseId id, Optional<ForkResult> fork, Optional<Failure> leftOut, Optional<Profile> profile) {
        return new JournalEntry(id.text(), fork, Optional.empty(), "", Optional.empty(), Map.of(), leftOut, profile);
    }

    static JournalEntry end(CaseResult result) {
        return new JournalEntry(
                result.id().text(),
                Optional.empty(),
                Optional.of(result.status()),
                result.reason(),
                result.score(),
                result.secondary(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns cases by their identity, in their order, for lines to be laid over them. */
    static Map<String, CaseResult> byId(List<CaseResult> cases) {
        Map<String, CaseResult> byId = new LinkedHashMap<>();
        cases.forEach(known -> byId.put(known.id().text(), known));
        return byId;
    }

    /** Lays this line over the case it belongs to; a line of an unplanned case is ignored. */
    void applyTo(Map<String, CaseResult> cases) {
        cases.computeIfPresent(id, (same, known) -> appliedTo(known));
    }

    private CaseResult appliedTo(CaseResult known) {
        if (profile.isPresent()) {
            return known.withProfile(profile.get());
        }
        List<ForkResult> forks = new ArrayList<>(known.forks());
        leftOut.ifPresent(why -> forks.replaceAll(each -> each.failure().isPresent()
                ? each
                : each.toBuilder().failure(Optional.of(why)).build()));
        fork.ifPresent(forks::add);
        if (status.isEmpty()) {
            return known.withForks(forks);
        }
        return new CaseResult(known.id(), known.plan(), status.get(), reason, score, secondary, forks);
    }
}
