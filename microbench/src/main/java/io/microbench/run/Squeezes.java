// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.scaling.Curve.Rung;
import io.microbench.scaling.Curves;
import io.microbench.scaling.Squeeze;
import io.microbench.scaling.Squeeze.Squeezed;
import io.microbench.stats.Confidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the squeezes of a run. Each family, the cases that differ only in their number of threads, climbs separately.
 *
 * <p>All rungs are planned; those behind the end of a climb are left out. A failed fork ends a climb, because more
 * threads would probably fail as well.
 */
final class Squeezes {

    /**
     * A climb that has just ended.
     *
     * @param name the cases of the family, without their number of threads
     * @param found its result
     * @param left its cases that are not measured
     */
    record Ended(String name, Squeezed found, List<PlannedCase> left) {

        /** Returns why a case behind the end is not measured. */
        String reason() {
            return "the squeeze ended before this number of threads: " + found.text();
        }
    }

    private record Family(Squeeze squeeze, List<PlannedCase> cases) {}

    private final Map<CaseId, Family> families = new LinkedHashMap<>();
    private final Map<CaseId, String> behind = new LinkedHashMap<>();

    /**
     * Begins the squeezes of a run.
     *
     * @param patience the number of rungs without a gain after which a climb ends; empty if there is no squeeze
     * @param cases all cases of the run, those of a family by rising number of threads
     */
    Squeezes(Optional<Integer> patience, List<PlannedCase> cases) {
        if (patience.isEmpty()) {
            return;
        }
        Map<CaseId, List<PlannedCase>> grouped = new LinkedHashMap<>();
        cases.stream().filter(planned -> planned.switchedOff().isEmpty()).forEach(planned -> grouped.computeIfAbsent(
                        family(planned), none -> new ArrayList<>())
                .add(planned));
        grouped.forEach((id, its) -> families.put(
                id,
                new Family(
                        new Squeeze(
                                its.stream()
                                        .map(planned -> planned.id().threads())
                                        .toList(),
                                patience.get()),
                        its)));
    }

    private static CaseId family(PlannedCase planned) {
        return planned.id().withThreads(1);
    }

    /** Takes the outcome of a rung; returns the climb if it has ended with it. */
    Optional<Ended> measured(PlannedCase planned, CaseOutcome outcome) {
        Family family = families.get(family(planned));
        if (family == null || family.squeeze().next().isEmpty()) {
            return Optional.empty();
        }
        Squeeze squeeze = family.squeeze();
        if (outcome instanceof CaseOutcome.Failed failed) {
            if (failed.failure().kind() == Failure.Kind.STOPPED) {
                squeeze.stop();
            } else {
                squeeze.failed(failed.failure().message());
            }
        } else {
            rung(outcome.result()).ifPresentOrElse(squeeze::measured, () -> squeeze.failed("it has no score"));
        }
        return squeeze.next().isPresent() ? Optional.empty() : Optional.of(ended(planned, family));
    }

    private static Optional<Rung> rung(CaseResult result) {
        return Curves.rung(result, Confidence.PRECISION.level()).map(rung -> rung.from(result.forkValues().length));
    }

    private Ended ended(PlannedCase last, Family family) {
        // By its id: it may have lost a profiler that does not work here.
        int measured = family.cases().stream().map(PlannedCase::id).toList().indexOf(last.id()) + 1;
        Squeezed found = family.squeeze().outcome();
        // After a stop nothing is left out for a reason of its own: the run has not reached it.
        List<PlannedCase> left = found.end() == Squeezed.End.STOPPED
                ? List.of()
                : family.cases().subList(measured, family.cases().size());
        CaseId id = family(last);
        Ended ended = new Ended(id.className() + "." + id.displayName(), found, left);
        left.forEach(planned -> behind.put(planned.id(), ended.reason()));
        return ended;
    }

    /** Returns why a case is not measured: its climb ended before it; empty if it is. */
    Optional<String> behind(CaseId id) {
        return Optional.ofNullable(behind.get(id));
    }
}
