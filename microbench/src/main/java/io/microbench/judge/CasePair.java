/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.stats.ForkRatio;
import java.util.List;
import java.util.Optional;

/**
 * One case of a baseline and a candidate, read and tested but not judged: for that the p value has to be set against
 * those of the other cases.
 */
final class CasePair {

    static final String NOT_COMPARED = "not compared: ";
    static final String FORCED = "FORCED although ";

    private final CaseForks baseline;
    private final CaseForks candidate;
    private final double[] baselineValues;
    private final SpeedTest test;
    private final List<EnvironmentDifference> differences;

    private CasePair(CaseForks baseline, CaseForks candidate, JudgeSettings settings) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.baselineValues = baseline.valuesIn(candidate);
        this.test = SpeedTest.of(
                baselineValues, candidate.values(), candidate.unit().higherIsBetter(), settings);
        this.differences = EnvironmentComparison.differences(baseline, candidate);
    }

    /**
     * Reads both sides.
     *
     * @throws JudgeException if a side is not what JMH writes, or the two cannot be brought to one unit
     */
    static CasePair of(CaseResult baseline, CaseResult candidate, JudgeSettings settings) {
        return new CasePair(CaseForks.of(baseline), CaseForks.of(candidate), settings);
    }

    /** Returns why the two cannot be judged, for lack of a result; empty if they can. */
    static Optional<String> absence(CaseResult baseline, CaseResult candidate) {
        String before = CaseForks.absence(baseline);
        String after = CaseForks.absence(candidate);
        if (!after.isEmpty()) {
            return Optional.of(after + " in the candidate");
        }
        return before.isEmpty() ? Optional.empty() : Optional.of(before + " in the baseline");
    }

    CaseId id() {
        return candidate.result().id();
    }

    List<EnvironmentDifference> differences() {
        return differences;
    }

    /** Returns whether the case itself was measured in a way that forbids the comparison. */
    boolean hindered() {
        return differences.stream().anyMatch(EnvironmentDifference::decisive);
    }

    /** Returns the p value; NaN where there was no test. */
    double p() {
        return test.p();
    }

    ForkRatio speed() {
        return test.speed();
    }

    /** Judges the case, given its p value adjusted for all cases that are judged together. */
    CaseVerdict verdict(double adjusted, JudgeSettings settings) {
        String obstacle = EnvironmentComparison.obstacle(differences);
        if (!obstacle.isEmpty() && !settings.forced()) {
            return CaseVerdict.without(id(), NOT_COMPARED + obstacle);
        }
        CaseVerdict verdict =
                Judge.verdict(id(), candidate.unit(), baselineValues, candidate.values(), test, adjusted, settings);
        return verdict.with(
                        Optional.empty(),
                        AllocationTest.obstacle(baseline.allocations(), candidate.allocations(), settings))
                .with(
                        AllocationTest.of(baseline.allocations(), candidate.allocations(), settings),
                        obstacle.isEmpty() ? "" : FORCED + obstacle)
                .with(leftOut("baseline", baseline))
                .with(leftOut("candidate", candidate));
    }

    private static String leftOut(String side, CaseForks forks) {
        String what = forks.result().leftOut();
        return what.isEmpty() ? "" : side + ": " + what;
    }
}
