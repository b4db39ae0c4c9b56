// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.environment;
import static io.microbench.judge.Runs.id;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.judge.Baselines.Baseline;
import io.microbench.judge.Runs.Facts;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import org.junit.jupiter.api.Test;

class BaselineTest {

    private static final Environment HERE = environment("EPYC 7763");
    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;

    private final Baseline baseline = Baseline.of("main", run("r1", HERE, done("m", STEADY), done("n", STEADY)));

    private CaseVerdict judge(CaseResult candidate, JudgeSettings settings) {
        return baseline.judge(candidate, run("r2", HERE, candidate), settings).orElseThrow();
    }

    @Test
    void judgesSingleCase() {
        assertThat(judge(done("m", STEADY), SETTINGS).verdict()).isEqualTo(Verdict.SAME);
        assertThat(judge(done("m", times(1.05, STEADY)), SETTINGS).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(judge(done("m", times(0.95, STEADY)), SETTINGS).verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void distinguishesTestsByLevel() {
        CaseResult now = done("m", times(1.016, STEADY));
        CaseVerdict strict = judge(now, SETTINGS);

        assertThat(judge(now, SETTINGS.withLevel(0.2)).width()).isLessThan(strict.width());
        assertThat(judge(now, SETTINGS)).isEqualTo(strict);
    }

    @Test
    void reportsSlowerInWholeRunIfSlowerAlone() {
        for (double factor = 1; factor < 1.04; factor += 0.001) {
            CaseResult m = done("m", times(factor, STEADY));
            CaseResult n = done("n", times(1.2, STEADY));
            Verdict alone = judge(m, SETTINGS.among(2)).verdict();
            RunComparison whole = baseline.compare(run("now", HERE, m, n), SETTINGS);
            Verdict together = whole.verdicts().stream()
                    .filter(v -> v.id().equals(id("m")))
                    .findFirst()
                    .orElseThrow()
                    .verdict();

            assertThat(alone == Verdict.SLOWER && together != Verdict.SLOWER)
                    .as("factor %s: %s alone, %s together", factor, alone, together)
                    .isFalse();
        }
    }

    @Test
    void isStricterWithMoreCases() {
        CaseResult candidate = done("m", times(1.016, STEADY));

        assertThat(judge(candidate, SETTINGS).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(judge(candidate, SETTINGS.among(1000)).verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void reportsMissingCase() {
        assertThat(baseline.judge(done("new", STEADY), run("r2"), SETTINGS)).isEmpty();
    }

    @Test
    void rejectsAnotherMachineUnlessForced() {
        Environment elsewhere = environment("Ryzen 9");
        CaseResult slow = done("m", times(1.05, STEADY));
        CaseVerdict refused =
                baseline.judge(slow, run("r2", elsewhere, slow), SETTINGS).orElseThrow();

        assertThat(refused.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(refused.note()).isEqualTo("not compared: CPU model: was EPYC 7763, is Ryzen 9");

        CaseVerdict forced = baseline.judge(slow, run("r2", elsewhere, slow), SETTINGS.force())
                .orElseThrow();
        assertThat(forced.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(forced.note()).isEqualTo("FORCED although CPU model: was EPYC 7763, is Ryzen 9");
    }

    @Test
    void reportsFailedCase() {
        assertThat(judge(Runs.failed("m"), SETTINGS).note())
                .isEqualTo("failed (java.lang.OutOfMemoryError) in the candidate");
    }

    @Test
    void rejectsAnotherMode() {
        CaseResult other = done("m", "thrpt", "ops/ns", Facts.USUAL, STEADY);

        assertThatThrownBy(() -> baseline.judge(other, run("r2", other), SETTINGS))
                .isInstanceOf(JudgeException.class)
                .hasMessageContaining("a.A.m:threads=1: measured in mode avgt (ns/op) and in mode thrpt (ops/ns)");
    }

    @Test
    void namesItselfAndRunInComparison() {
        RunComparison comparison = baseline.compare(run("r2", HERE, done("m", STEADY)), SETTINGS);

        assertThat(comparison.baselineName()).isEqualTo("main");
        assertThat(comparison.candidateName()).isEqualTo("r2");
        assertThat(comparison.missing()).containsExactly(id("n"));
    }

    @Test
    void judgesEachCaseOnItsNode() {
        CaseResult like = Runs.on("a", done("m", STEADY));
        CaseResult unlike = Runs.on("b", done("n", STEADY));
        RunRecord nodes = run("r2", environment("of the engine"), like, unlike)
                .with(new RunNode("a", HERE))
                .with(new RunNode("b", environment("Ryzen 9")));

        assertThat(baseline.judge(like, nodes, SETTINGS).orElseThrow().verdict())
                .isEqualTo(Verdict.SAME);
        CaseVerdict refused = baseline.judge(unlike, nodes, SETTINGS).orElseThrow();
        assertThat(refused.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(refused.note())
                .isEqualTo("not compared: the machine of r1 and b of r2 are not alike: CPU model EPYC 7763 vs."
                        + " Ryzen 9");
        assertThat(baseline.judge(unlike, nodes, SETTINGS.force()).orElseThrow().note())
                .startsWith("FORCED although the machine of r1 and b of r2");

        RunComparison whole = baseline.compare(nodes, SETTINGS);
        assertThat(whole.refusal()).isEmpty();
        assertThat(whole.differences()).isEmpty();
        assertThat(whole.verdicts())
                .extracting(CaseVerdict::verdict, CaseVerdict::note)
                .containsExactly(tuple(Verdict.UNDECIDED, refused.note()), tuple(Verdict.SAME, ""));
        assertThat(whole.ratio()).as("of the comparable case").isEqualTo(1);
    }

    @Test
    void rejectsRunWithoutSimilarNode() {
        CaseResult unlike = Runs.on("b", done("n", STEADY));
        RunRecord nodes = run("r2", HERE, unlike).with(new RunNode("b", environment("Ryzen 9")));

        assertThat(baseline.compare(nodes, SETTINGS).refusal().orElseThrow())
                .startsWith("the machine of r1 and b of r2 are not alike: CPU model EPYC 7763 vs. Ryzen 9");
        assertThat(baseline.compare(nodes, SETTINGS.force()).verdicts())
                .extracting(CaseVerdict::note)
                .allMatch(note -> note.startsWith("FORCED although the machine of r1 and b of r2"));
    }
}
