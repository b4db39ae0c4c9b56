/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.ab.Limits;
import io.microbench.judge.JudgeSettings;
import io.microbench.stats.Confidence;
import org.junit.jupiter.api.Test;

/** Checks that verdicts of every kind share one level. */
class ConfidenceTest {

    @Test
    void theLevelOfSignificanceIsExact() {
        assertThat(Confidence.VERDICT.significance()).isEqualTo(0.01);
        assertThat(Confidence.JMH_ERROR.significance()).isEqualTo(0.001);
    }

    @Test
    void runsAndComparisonsAreJudgedAtTheLevelOfVerdicts() {
        assertThat(JudgeSettings.DEFAULTS.level()).isEqualTo(Confidence.VERDICT.significance());
        assertThat(Limits.DEFAULT.level()).isEqualTo(Confidence.VERDICT.significance());
    }
}
