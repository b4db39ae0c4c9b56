// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.result.CaseId;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * The result of a comparison of two runs.
 *
 * @param baselineName the name of the stored baseline, the commit or the folder
 * @param verdicts the verdict on each case that is in both runs, the most important first; empty if refused
 * @param ratio geometric mean of the cases' ratios of speeds: above 1, the candidate is faster; NaN without cases
 * @param low lower end of the interval of this mean at a confidence of 1 - {@code level}; NaN if no case has an interval
 * @param high upper end of this interval
 * @param level probability, in 0..1, that any verdict is a false alarm if nothing has changed
 * @param differences differences between the environments
 * @param missing cases that are only in the baseline
 * @param added cases that are only in the candidate
 * @param refusal why the runs cannot be compared; empty if they can
 * @param condition the condition under which {@code level} applies, {@code if ...}; empty if the forks of both sides were measured
 *     alternately
 * @param sideBySide a sentence on how the forks of both sides ran at the same time; empty if they did not
 */
public record RunComparison(
        @JsonAlias("oldName") String baselineName,
        @JsonAlias("newName") String candidateName,
        List<CaseVerdict> verdicts,
        double ratio,
        double low,
        double high,
        double level,
        List<EnvironmentDifference> differences,
        List<CaseId> missing,
        List<CaseId> added,
        Optional<String> refusal,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> condition,

        // The sentence is omitted for forks that ran alternately, as in earlier versions.
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> sideBySide) {

    /** The {@link #condition} of two runs that were measured one after the other. */
    static final String AS_FAST = "if the machine was equally fast in both runs (not required if microbench compare A B"
            + " measures both builds alternately)";

    public RunComparison {
        verdicts = List.copyOf(verdicts);
        differences = List.copyOf(differences);
        missing = List.copyOf(missing);
        added = List.copyOf(added);
    }

    /** Returns the cases that are slower or allocate more, the most important first. */
    public List<CaseVerdict> regressions() {
        return verdicts.stream().filter(CaseVerdict::regressed).toList();
    }

    /**
     * Returns whether no case could be compared, because no case is in both runs, no numbers are comparable, or the machine may have
     * changed as much as each case.
     */
    public boolean judgedNothing() {
        return verdicts.stream().allMatch(v -> v.isUnjudged() || v.mayBeTheMachine());
    }

    /** Returns the verdicts, except for cases that run the same code in both builds. */
    public List<CaseVerdict> measured() {
        return verdicts.stream().filter(v -> v.verdict() != Verdict.SAME_CODE).toList();
    }

    /** Returns how many cases have a verdict; undecided controls do not count. */
    public long count(Verdict verdict) {
        return verdicts.stream().filter(v -> v.countsAs(verdict)).count();
    }

    /** Returns whether a case became slower by a large factor but has too few forks for a verdict. */
    public boolean hasLargeLoss() {
        return verdicts.stream().anyMatch(CaseVerdict::hasLargeLoss);
    }

    /** Returns a sentence about large changes that are not judged because of too few forks; empty if there are none. */
    public Optional<String> largeChanges() {
        List<CaseVerdict> large =
                verdicts.stream().filter(v -> v.rerunForks().isPresent()).toList();
        if (large.isEmpty()) {
            return Optional.empty();
        }
        long losses = large.stream().filter(CaseVerdict::hasLargeLoss).count();
        return Optional.of("Not judged: " + Counted.of(large.size(), "large change") + " ("
                + Numbers.fixed(SpeedTest.LARGE, 1) + "x or more; " + losses + " slower, " + (large.size() - losses)
                + " faster) with too few forks. Measure again with " + neededForks(1) + " forks per side.");
    }

    /**
     * Returns a message with the next step, without a full stop, if unchanged cases of two runs have too few forks for
     * a verdict on any but large changes; otherwise empty. If there are {@link #largeChanges}, their message has the
     * next step.
     */
    public Optional<String> tooFewForks() {
        List<CaseVerdict> tested =
                verdicts.stream().filter(v -> !Double.isNaN(v.p())).toList();
        JudgeSettings settings = JudgeSettings.DEFAULTS.withLevel(level).among(Math.max(1, tested.size()));
        List<CaseVerdict> few = tested.stream()
                .filter(v -> v.verdict() != Verdict.SLOWER && v.verdict() != Verdict.FASTER)
                .filter(v -> !settings.canClaim(v.baselineForks(), v.candidateForks()))
                .toList();
        if (condition.isEmpty() || few.isEmpty() || largeChanges().isPresent()) {
            return Optional.empty();
        }
        boolean five = few.stream().allMatch(v -> v.forks() >= SpeedTest.FORKS_FOR_LARGE);
        return Optional.of(Counted.share(few.size(), tested.size(), "case") + (few.size() == 1 ? " has" : " have")
                + " too few forks to distinguish a change below "
                + Numbers.fixed(five ? SpeedTest.LARGE : SpeedTest.VERY_LARGE, 1)
                + "x from chance. Measure both sides with -Dforks=" + neededForks(settings.fewestForks())
                + " or more (snippets with --forks and --samples), "
                + (tested.size() == 1 ? "" : "compare fewer cases at once, ")
                + "or let microbench compare add forks until it can decide");
    }

    /** Returns the number of forks per side that is most likely enough for every case; at least the given number. */
    private int neededForks(int least) {
        return verdicts.stream().flatMapToInt(v -> v.neededForks().stream()).reduce(least, Math::max);
    }

    /** A difference between the environments of two runs. */
    public record EnvironmentDifference(
            String name,
            @JsonAlias("oldValue") String baselineValue,
            @JsonAlias("newValue") String candidateValue,
            boolean decisive) {}
}
