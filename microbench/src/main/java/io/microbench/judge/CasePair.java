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
 * One case of an old and a new run, read and tested but not judged: for that the p value has to be set against those of
 * the other cases.
 */
final class CasePair {

    static final String NOT_COMPARED = "not compared: ";
    static final String FORCED = "FORCED although ";

    private final CaseForks old;
    private final CaseForks now;
    private final double[] oldValues;
    private final SpeedTest test;
    private final List<EnvironmentDifference> differences;

    private CasePair(CaseForks old, CaseForks now, JudgeSettings settings) {
        this.old = old;
        this.now = now;
        this.oldValues = old.valuesIn(now);
        this.test = SpeedTest.of(oldValues, now.values(), now.unit().higherIsBetter(), settings);
        this.differences = EnvironmentComparison.differences(old, now);
    }

    /**
     * Reads both sides.
     *
     * @throws JudgeException if a side is not what JMH writes, or the two cannot be brought to one unit
     */
    static CasePair of(CaseResult old, CaseResult now, JudgeSettings settings) {
        return new CasePair(CaseForks.of(old), CaseForks.of(now), settings);
    }

    /** Returns why the two cannot be judged, for lack of a result; empty if they can. */
    static Optional<String> absence(CaseResult old, CaseResult now) {
        String before = CaseForks.absence(old);
        String after = CaseForks.absence(now);
        if (!after.isEmpty()) {
            return Optional.of(after + " in the new run");
        }
        return before.isEmpty() ? Optional.empty() : Optional.of(before + " in the old run");
    }

    CaseId id() {
        return now.result().id();
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
        CaseVerdict verdict = Judge.verdict(id(), now.unit(), oldValues, now.values(), test, adjusted, settings);
        return verdict.with(Optional.empty(), AllocationTest.obstacle(old.allocations(), now.allocations(), settings))
                .with(
                        AllocationTest.of(old.allocations(), now.allocations(), settings),
                        obstacle.isEmpty() ? "" : FORCED + obstacle)
                .with(leftOut("old", old))
                .with(leftOut("new", now));
    }

    private static String leftOut(String side, CaseForks forks) {
        String what = forks.result().leftOut();
        return what.isEmpty() ? "" : side + " run: " + what;
    }
}
