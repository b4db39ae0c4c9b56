// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.text.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * Records all results of one case in a run.
 *
 * @param plan how its measurement was planned; secrets in its arguments are masked, see {@link Redaction}
 * @param status whether it has a result
 * @param reason why it was skipped or failed, in one line; empty otherwise
 * @param score JMH's score of the method or of its asynchronous units, over all forks, with its 99.9 % error, pooled
 *     over iterations; empty without a result
 * @param secondary secondary results over all forks, by label
 * @param forks the forks that ran, including failed forks
 * @param profiles recordings of profilers in separate forks, which {@code forks} does not include; empty if no profiler
 *     was requested
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record CaseResult(
        CaseId id,
        CasePlan plan,
        Status status,
        String reason,
        Optional<Metric> score,
        Map<String, Metric> secondary,
        List<ForkResult> forks,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<Profile>> profiles) {

    /** Above this share of starved iterations, a value depends more on the machine than on the code. */
    public static final double MOSTLY_STARVED = 0.5;

    public enum Status {
        PLANNED,
        DONE,
        FAILED,
        /** Disabled by a condition or an annotation. */
        SKIPPED
    }

    public CaseResult {
        plan = plan.toBuilder()
                .jvmArgs(Redaction.arguments(plan.jvmArgs()))
                .profilers(Redaction.lines(plan.profilers()))
                .build();
        reason = Redaction.text(reason);
        secondary = new TreeMap<>(secondary);
        forks = List.copyOf(forks);
        profiles = profiles.map(List::copyOf);
    }

    public CaseResult(
            CaseId id,
            CasePlan plan,
            Status status,
            String reason,
            Optional<Metric> score,
            Map<String, Metric> secondary,
            List<ForkResult> forks) {
        this(id, plan, status, reason, score, secondary, forks, Optional.empty());
    }

    /** Returns a case that has not run yet. */
    public static CaseResult planned(CaseId id, CasePlan plan) {
        return new CaseResult(id, plan, Status.PLANNED, "", Optional.empty(), Map.of(), List.of());
    }

    /** Returns whether the score is the time of an asynchronous unit of work; the score of the method is then a secondary result. */
    public boolean isOfUnits() {
        return secondary.containsKey(Metric.BODY);
    }

    /** Returns the forks with a value, in the order in which they ran. */
    public List<ForkResult> forksWithValue() {
        return forks.stream().filter(fork -> fork.value().isPresent()).toList();
    }

    /**
     * Returns the share, in 0..1, of the iterations after the warm-up that were starved, over all forks; empty if starvation was not
     * recorded.
     */
    public OptionalDouble starvedShare() {
        long watched = forks.stream().mapToLong(ForkResult::watchedIterations).sum();
        long starved = forks.stream().mapToLong(ForkResult::starvedAfterWarmup).sum();
        return watched == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) starved / watched);
    }

    /** Returns whether most of the iterations after the warm-up were starved; such a case has no verdict. */
    public boolean isMostlyStarved() {
        return starvedShare().orElse(0) > MOSTLY_STARVED;
    }

    /** Returns the values of the forks with a value ({@link ForkResult#value}), in the order in which they ran. */
    public double[] forkValues() {
        return forks.stream().flatMapToDouble(fork -> fork.value().stream()).toArray();
    }

    /**
     * Describes the data excluded from all statistics across forks: forks that failed or have no finite score, and non-finite
     * measured scores of other forks. Empty if nothing is excluded.
     */
    public String leftOut() {
        List<ForkResult> valued = forksWithValue();
        int measured =
                valued.stream().mapToInt(fork -> fork.measuredScores().length).sum();
        int valid = valued.stream().mapToInt(fork -> fork.validScores().length).sum();
        StringJoiner text = new StringJoiner("; ");
        int lost = (int) forks.stream().filter(ForkResult::wasLost).count();
        if (lost > 0) {
            text.add(lost + " of " + forks.size() + " forks ended with a lost host or node and " + are(lost)
                    + " left out");
        }
        if (valued.size() + lost < forks.size()) {
            int count = forks.size() - valued.size() - lost;
            text.add(
                    count + " of " + forks.size() + " forks delivered no finite score and " + are(count) + " left out");
        }
        if (valid < measured) {
            String are = are(measured - valid);
            text.add((measured - valid) + " of " + measured + " measured scores " + are + " not finite and " + are
                    + " left out");
        }
        return text.toString();
    }

    private static String are(int count) {
        return count == 1 ? "is" : "are";
    }

    /** Returns a copy of this case with other forks. */
    public CaseResult withForks(List<ForkResult> others) {
        return new CaseResult(id, plan, status, reason, score, secondary, others, profiles);
    }

    /** Returns a copy of this case with the given recordings of profilers. */
    public CaseResult withProfiles(List<Profile> others) {
        return new CaseResult(id, plan, status, reason, score, secondary, forks, Optional.of(others));
    }

    /** Returns a copy of this case with an additional recording of a profiler. */
    public CaseResult withProfile(Profile another) {
        List<Profile> all = new ArrayList<>(profiles.orElse(List.of()));
        all.add(another);
        return withProfiles(all);
    }

    /** Returns a copy of this case without recordings of profilers, for a destination that does not contain their files. */
    public CaseResult withoutProfiles() {
        return new CaseResult(id, plan, status, reason, score, secondary, forks);
    }

    /** Returns this case as skipped for the given reason. */
    public CaseResult skipped(String why) {
        return new CaseResult(id, plan, Status.SKIPPED, why, Optional.empty(), Map.of(), List.of());
    }

    /** Returns this case as failed before its first fork. */
    public CaseResult failed(String why) {
        return new CaseResult(id, plan, Status.FAILED, why, Optional.empty(), Map.of(), List.of());
    }

    /** Returns the reason why the case has no score, such as {@code FAILED: OutOfMemoryError}. */
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
