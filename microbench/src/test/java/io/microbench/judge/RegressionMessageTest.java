// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.TEN;
import static io.microbench.judge.Runs.allocating;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.environment;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.Baselines.Baseline;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegressionMessageTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS.among(20);

    private static Optional<String> message(CaseResult baseline, CaseResult candidate, JudgeSettings settings) {
        Environment here = environment("EPYC");
        CaseVerdict verdict = Baseline.of("main", run("r1", here, baseline))
                .judge(candidate, run("r2", here, candidate), settings)
                .orElseThrow();
        return verdict.regression("main", settings, id -> "./mvnw test -Dmicrobench.cases='" + id.text() + "'");
    }

    @Test
    void containsAllDetailsForAction() {
        assertThat(message(done("m", TEN), done("m", times(1.05, TEN)), SETTINGS))
                .hasValue("""
                        a.A.m:threads=1 is slower than in baseline main
                          score: 100.050 -> 105.052 ns/op
                          speed: -4.76%, interval -5.13% to -4.39% (99%, 10 and 10 forks)
                          criterion: the whole interval below -0.99%, and p at most 5.0e-4 (one of 20 cases);\
                         p = 1.1e-5
                          run it again: ./mvnw test -Dmicrobench.cases='a.A.m:threads=1'""");
    }

    @Test
    void reportsHigherAllocation() {
        assertThat(message(
                        allocating("m", STEADY, 24, 24, 24, 24, 24),
                        allocating("m", STEADY, 40, 40, 40, 40, 40),
                        SETTINGS))
                .hasValue("""
                        a.A.m:threads=1 allocates more than in baseline main: 24.000 -> 40.000 B/op
                          run it again: ./mvnw test -Dmicrobench.cases='a.A.m:threads=1'""");
    }

    @Test
    void reportsSpeedAndAllocation() {
        assertThat(message(
                                allocating("m", STEADY, 24, 24, 24, 24, 24),
                                allocating("m", times(2, STEADY), 40, 40, 40, 40, 40),
                                JudgeSettings.DEFAULTS)
                        .orElseThrow()
                        .lines())
                .hasSize(6)
                .contains("  and allocates more: 24.000 -> 40.000 B/op")
                .anyMatch(line -> line.contains("and p at most 0.010; p = "));
    }

    @Test
    void omitsWhatDidNotGetWorse() {
        assertThat(message(done("m", STEADY), done("m", STEADY), SETTINGS)).isEmpty();
        assertThat(message(done("m", STEADY), done("m", times(0.5, STEADY)), SETTINGS))
                .isEmpty();
        assertThat(message(done("m", STEADY), Runs.failed("m"), SETTINGS)).isEmpty();
    }
}
