// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseId;
import io.microbench.result.ScoreUnit;

/** Judges a case without its run, by the values of its forks. */
public final class LoneCase {

    private LoneCase() {}

    /** Judges the values of both sides; {@link JudgeSettings#cases} cases share the level (Bonferroni). */
    public static CaseVerdict judge(
            CaseId id, ScoreUnit unit, double[] baseline, double[] candidate, JudgeSettings settings) {
        SpeedTest test = SpeedTest.of(baseline, candidate, unit.higherIsBetter(), settings);
        return Judge.verdict(id, unit, baseline, candidate, test, Math.min(1, test.p() * settings.cases()), settings);
    }
}
