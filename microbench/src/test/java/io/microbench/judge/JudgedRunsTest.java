// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.failed;
import static io.microbench.judge.Runs.id;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.judge.Machines.Obstacle;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the results of {@link Judge#compare} with tests other than the speed test. */
class JudgedRunsTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;

    private static RunComparison compare(
            RunRecord baseline, RunRecord candidate, BiFunction<CaseResult, CaseResult, CasePair> test) {
        return new Judge(baseline, candidate, SETTINGS, test).compare("main", "branch");
    }

    private static CasePair judged(CaseResult before, CaseResult after, Verdict verdict, double ratio, double width) {
        return CasePair.judged(
                before,
                after,
                VerdictBuilder.of(after.id(), verdict)
                        .ratio(ratio)
                        .low(ratio / width)
                        .high(ratio * width)
                        .build());
    }

    private static RunRecord steady(String id, String... methods) {
        List<CaseResult> cases = new ArrayList<>();
        for (String method : methods) {
            cases.add(done(method, STEADY));
        }
        return run(id, cases.toArray(CaseResult[]::new));
    }

    @Test
    void findsCasesByNameInOrderOfRun() {
        assertThat(Judge.byId(steady("r", "b", "a")).keySet()).containsExactly("a.A.b:threads=1", "a.A.a:threads=1");
    }

    @Test
    void skipsOnlyCaseThatTestRejects() {
        RunComparison comparison = compare(steady("old", "a", "b"), steady("new", "a", "b"), (before, after) -> {
            if (after.id().method().equals("a")) {
                throw new JudgeException("a.A.a: two units");
            }
            return judged(before, after, Verdict.SAME, 1, 1.001);
        });

        assertThat(comparison.verdicts())
                .extracting(v -> v.id().method(), CaseVerdict::verdict, CaseVerdict::note)
                .containsExactly(
                        tuple("a", Verdict.UNDECIDED, "not compared: a.A.a: two units"), tuple("b", Verdict.SAME, ""));
        assertThat(comparison.ratio()).as("nothing was tested").isNaN();
    }

    @Test
    void sortsByChangeThenName() {
        RunComparison comparison = compare(
                steady("old", "d", "c", "b", "a"),
                steady("new", "d", "c", "b", "a"),
                (before, after) -> judged(
                        before, after, Verdict.SLOWER, after.id().method().equals("c") ? 0.5 : 0.9, 1.01));

        assertThat(comparison.verdicts()).extracting(v -> v.id().method()).containsExactly("c", "a", "b", "d");
    }

    @Test
    void sortsUndecidedByLargestPossibleChange() {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("b", STEADY), failed("c")),
                steady("new", "a", "b", "c"),
                (before, after) -> judged(
                        before, after, Verdict.UNDECIDED, 1, after.id().method().equals("b") ? 1.5 : 1.1));

        assertThat(comparison.verdicts()).extracting(v -> v.id().method()).containsExactly("c", "b", "a");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.999})
    void doesNotJudgeNonPositiveScores(double factor) {
        CaseVerdict verdict = Judge.compare(
                        "old",
                        run("old", done("m", STEADY)),
                        "new",
                        run("new", done("m", times(factor, STEADY))),
                        SETTINGS)
                .verdicts()
                .get(0);

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.ratio()).isNaN();
        assertThat(verdict.note()).isEqualTo("a fork's score is not above 0, so there is no ratio");
    }

    @Test
    void omitsCaseThatIsDisabledOnBothSides() {
        CaseResult skipped = failed("m").skipped("@Disabled");
        RunComparison both = compare(run("old", skipped), run("new", skipped), (before, after) -> {
            throw new AssertionError("there is nothing to test");
        });
        RunComparison one = compare(run("old", done("m", STEADY)), run("new", skipped), (before, after) -> {
            throw new AssertionError("there is nothing to test");
        });

        assertThat(both.verdicts()).isEmpty();
        assertThat(one.verdicts())
                .extracting(CaseVerdict::note)
                .containsExactly("was switched off (@Disabled) in the candidate");
    }

    @Test
    void reportsMissingResultOfCandidateFirst() {
        assertThat(CasePair.absence(failed("m"), failed("m")))
                .contains("failed (java.lang.OutOfMemoryError) in the candidate");
        assertThat(CasePair.absence(failed("m"), done("m", STEADY)))
                .contains("failed (java.lang.OutOfMemoryError) in the baseline");
        assertThat(CasePair.absence(done("m", STEADY), done("m", STEADY))).isEmpty();
    }

    @Test
    void rejectsDifferentModesNamingBoth() {
        CaseResult rate = done("m", "thrpt", "ops/ms", Runs.Facts.USUAL, STEADY);

        assertThatExceptionOfType(JudgeException.class)
                .isThrownBy(() -> CasePair.of(done("m", STEADY), rate, SETTINGS))
                .withMessage(
                        "a.A.m:threads=1: measured in mode avgt (ns/op) and in mode thrpt (ops/ms), which cannot be"
                                + " compared; measure both in the same mode");
    }

    @Test
    void suggestsActionAfterRejection() {
        assertThat(new Obstacle("JDK: was 17, is 21", false).refusal())
                .startsWith("JDK: was 17, is 21. Numbers from different environments cannot be compared")
                .endsWith("or force the comparison with -Dmicrobench.forceComparison=true");
        assertThat(new Obstacle("Iterations that waited", true).refusal())
                .isEqualTo("Iterations that waited. The machine was busy: measure again when it does nothing else, or"
                        + " force the comparison with -Dmicrobench.forceComparison=true");
        assertThat(compare(steady("old"), steady("new", "a"), (before, after) -> {
                            throw new AssertionError("there is nothing to test");
                        })
                        .refusal())
                .isEqualTo(Optional.empty());
    }
}
