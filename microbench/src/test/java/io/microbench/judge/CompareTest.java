// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.NOISY;
import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.TEN;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.failed;
import static io.microbench.judge.Runs.id;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.microbench.judge.Runs.Facts;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class CompareTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;

    private static RunComparison compare(RunRecord baseline, RunRecord candidate) {
        return Judge.compare("main", baseline, "branch", candidate, SETTINGS);
    }

    private static CaseVerdict only(CaseResult baseline, CaseResult candidate) {
        List<CaseVerdict> verdicts =
                compare(run("old", baseline), run("new", candidate)).verdicts();
        assertThat(verdicts).hasSize(1);
        return verdicts.get(0);
    }

    @Test
    void judgesMediansOfForks() {
        CaseVerdict verdict = only(done("m", STEADY), done("m", times(1.05, STEADY)));

        assertThat(verdict)
                .isEqualTo(VerdictBuilder.of(id("m"), Verdict.SLOWER)
                        .baselineValue(verdict.baselineValue())
                        .baselineInterval(verdict.baselineInterval())
                        .candidateValue(verdict.candidateValue())
                        .unit("ns/op")
                        .ratio(verdict.ratio())
                        .low(verdict.low())
                        .high(verdict.high())
                        .p(verdict.p())
                        .smallestChange(verdict.smallestChange())
                        .baselineForks(5)
                        .candidateForks(5)
                        .moreForks(verdict.moreForks())
                        .allocation(verdict.allocation())
                        .build());
        assertThat(verdict.baselineValue()).isEqualTo(100.04, within(0.01));
        assertThat(verdict.baselineInterval().orElseThrow().low()).isEqualTo(99.49, within(0.01));
        assertThat(verdict.ratio()).isEqualTo(1 / 1.05, within(1e-9));
    }

    @Test
    void listsMostImportantFirst() {
        RunComparison comparison = compare(
                run(
                        "old",
                        done("same", TEN),
                        done("slower", TEN),
                        done("muchSlower", TEN),
                        done("undecided", NOISY),
                        done("faster", TEN)),
                run(
                        "new",
                        done("same", TEN),
                        done("slower", times(1.05, TEN)),
                        done("muchSlower", times(1.5, TEN)),
                        done("undecided", NOISY),
                        done("faster", times(0.5, TEN))));

        assertThat(comparison.verdicts())
                .extracting(v -> v.id().method())
                .containsExactly("muchSlower", "slower", "faster", "undecided", "same");
        assertThat(comparison.regressions()).extracting(v -> v.id().method()).containsExactly("muchSlower", "slower");
    }

    @Test
    void keepsLevelOverAllCases() {
        double[] candidate = times(1.017, TEN);
        assertThat(only(done("m", TEN), done("m", candidate)).verdict()).isEqualTo(Verdict.SLOWER);

        CaseResult[] before = new CaseResult[900];
        CaseResult[] after = new CaseResult[900];
        for (int i = 0; i < before.length; i++) {
            before[i] = done("m" + i, TEN);
            after[i] = done("m" + i, i == 7 ? candidate : i == 8 ? times(1.1, TEN) : TEN);
        }
        after[7] = done("m7", overlapping(candidate));
        RunComparison comparison = compare(run("old", before), run("new", after));

        assertThat(comparison.count(Verdict.SLOWER)).isEqualTo(1);
        assertThat(comparison.verdicts().get(0).id().method()).isEqualTo("m8");
        assertThat(comparison.verdicts().get(1).note())
                .isEqualTo("outside the tolerance, but not significant for one case among 900");
        assertThat(comparison.level()).isEqualTo(0.01);
        assertThat(comparison.tooFewForks()).isEmpty();
    }

    /** Returns the values with the first one moved into the range of {@link Runs#TEN}. */
    private static double[] overlapping(double[] values) {
        double[] other = values.clone();
        other[0] = TEN[TEN.length - 1] - 0.01;
        return other;
    }

    @Test
    void reportsOnceThatNothingCanBeDecided() {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("b", STEADY), failed("c")),
                run("new", done("a", times(1.4, STEADY)), done("b", STEADY), done("c", STEADY)));

        assertThat(comparison.regressions()).isEmpty();
        assertThat(comparison.tooFewForks())
                .hasValue("2 of 2 cases have too few forks to distinguish a change below 1.5x from chance."
                        + " Measure both sides with -Dforks=6 or more (snippets with --forks and --samples), compare fewer cases at"
                        + " once, or let microbench"
                        + " compare add forks until it can decide");
        assertThat(comparison.verdicts())
                .extracting(CaseVerdict::remarks)
                .contains("1 more fork per side would decide; outside the tolerance, but too few forks");
    }

    @Test
    void reportsTooFewForksBesideDecidedCase() {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("b", STEADY), done("c", STEADY)),
                run("new", done("a", times(10, STEADY)), done("b", times(1.4, STEADY)), done("c", STEADY)));

        assertThat(comparison.count(Verdict.SLOWER)).isOne();
        assertThat(comparison.tooFewForks().orElseThrow())
                .startsWith(
                        "2 of 3 cases have too few forks to distinguish a change below 1.5x from chance. Measure both sides"
                                + " with -Dforks=6 or more");
    }

    @Test
    void detectsTwoTenfoldSlowdownsWithFiveForks() {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("b", STEADY)),
                run("new", done("a", times(10, STEADY)), done("b", times(10, STEADY))));

        assertThat(comparison.verdicts()).extracting(CaseVerdict::verdict).containsOnly(Verdict.SLOWER);
        assertThat(comparison.tooFewForks()).isEmpty();
        assertThat(comparison.largeChanges()).isEmpty();
    }

    @Test
    void reportsLargeChangesOfTwoForksAsUndecided() {
        RunComparison comparison = compare(
                run("old", done("a", 100, 101), done("b", 100, 101), done("c", 100, 101)),
                run("new", done("a", 200, 203), done("b", 50, 50.2), done("c", 100, 101)));

        assertThat(comparison.regressions()).isEmpty();
        assertThat(comparison.hasLargeLoss()).isTrue();
        assertThat(comparison.largeChanges())
                .hasValue(
                        "Not judged: 2 large changes (1.5x or more; 1 slower, 1 faster) with too few forks. Measure again with 9"
                                + " forks per side.");
        assertThat(comparison.tooFewForks())
                .as("the number of forks is said once")
                .isEmpty();
        assertThat(comparison.verdicts())
                .extracting(CaseVerdict::remarks)
                .filteredOn(remark -> remark.contains("large"))
                .containsOnly("large change, too few forks");
    }

    @Test
    void doesNotReportLargeImprovementAsLoss() {
        RunComparison comparison = compare(run("old", done("a", 100, 101)), run("new", done("a", 50, 50.2)));

        assertThat(comparison.largeChanges()).isPresent();
        assertThat(comparison.hasLargeLoss()).isFalse();
    }

    @Test
    void reportsOnlyCasesWithTooFewForks() {
        RunComparison comparison =
                compare(run("old", done("a", STEADY), done("b", TEN)), run("new", done("a", STEADY), done("b", TEN)));

        assertThat(comparison.tooFewForks().orElseThrow()).startsWith("1 of 2 cases has too few forks ");
    }

    @Test
    void advisesForksThatDecideAllCases() {
        double[] noisy = {100, 104, 96, 101, 99};
        RunComparison comparison = compare(
                run("old", done("a", noisy), done("b", STEADY)),
                run("new", done("a", times(1.06, noisy)), done("b", STEADY)));

        int more = comparison.verdicts().get(0).moreForks().orElseThrow();
        assertThat(comparison.verdicts().get(0).remarks()).startsWith(more + " more fork");
        assertThat(comparison.tooFewForks().orElseThrow()).contains(" -Dforks=" + (5 + more) + " or more");
    }

    @Test
    void averagesCases() {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("b", STEADY)),
                run("new", done("a", times(1.1, STEADY)), done("b", times(1 / 1.1, STEADY))));

        assertThat(comparison.ratio()).isEqualTo(1, within(1e-9));
        assertThat(comparison.low()).isBetween(0.99, 1.0);
        assertThat(comparison.high()).isBetween(1.0, 1.01);
    }

    @Test
    void convertsUnitsOfSameDimension() {
        CaseVerdict verdict = only(
                done("m", "thrpt", "ops/ms", Facts.USUAL, STEADY),
                done("m", "thrpt", "ops/s", Facts.USUAL, times(1000, STEADY)));

        assertThat(verdict.verdict()).isEqualTo(Verdict.SAME);
        assertThat(verdict.unit()).isEqualTo("ops/s");
        assertThat(verdict.baselineValue()).isEqualTo(verdict.candidateValue(), within(1e-6));
        assertThat(verdict.ratio()).isEqualTo(1, within(1e-12));
    }

    @Test
    void rejectsDifferentModes() {
        CaseVerdict verdict = only(done("m", "thrpt", "ops/ns", Facts.USUAL, STEADY), done("m", STEADY));

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.note())
                .isEqualTo("not compared: a.A.m:threads=1: measured in mode thrpt (ops/ns) and in mode avgt (ns/op),"
                        + " which cannot be compared; measure both in the same mode");
    }

    @Test
    void namesUnitThatDoesNotFitMode() {
        CaseVerdict verdict = only(done("m", STEADY), done("m", "avgt", "ops/s", Facts.USUAL, STEADY));

        assertThat(verdict.note()).contains("a.A.m:threads=1: Unit ops/s does not match mode avgt");
    }

    @Test
    void leavesOutForksWithoutFiniteScore() {
        CaseVerdict verdict = only(done("m", 100, Double.NaN, Double.NaN), done("m", 100, Double.NaN, 100));

        assertThat(verdict.baselineForks()).isEqualTo(1);
        assertThat(verdict.candidateForks()).isEqualTo(2);
        assertThat(verdict.note())
                .contains("baseline: 2 of 3 forks delivered no finite score and are left out")
                .contains("candidate: 1 of 3 forks delivered no finite score and is left out");
    }

    @Test
    void reportsMissingAndNewCases() {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("gone", STEADY)),
                run("new", done("new", STEADY), done("a", STEADY)));

        assertThat(comparison.missing()).containsExactly(id("gone"));
        assertThat(comparison.added()).containsExactly(id("new"));
        assertThat(comparison.verdicts()).hasSize(1);
    }

    @Test
    void reportsWhyCaseHasNoResult() {
        CaseResult planned = CaseResult.planned(id("killed"), Runs.plan("avgt", 5, 3));
        RunComparison comparison = compare(
                run("old", done("broken", STEADY), failed("fixed"), done("killed", STEADY), planned("off", "")),
                run("new", failed("broken"), done("fixed", STEADY), planned, planned("off", "slow")));

        assertThat(comparison.verdicts())
                .extracting(CaseVerdict::note)
                .containsExactlyInAnyOrder(
                        "failed (java.lang.OutOfMemoryError) in the candidate",
                        "failed (java.lang.OutOfMemoryError) in the baseline",
                        "was not finished in the candidate");
        assertThat(comparison.verdicts()).extracting(CaseVerdict::verdict).containsOnly(Verdict.UNDECIDED);
        assertThat(comparison.ratio()).isNaN();
    }

    private static CaseResult planned(String method, String reason) {
        return CaseResult.planned(id(method), Runs.plan("avgt", 5, 3)).skipped(reason);
    }

    @Test
    void rejectsRunWithDuplicateCase() {
        RunRecord twice = run("r7", done("m", STEADY), done("m", STEADY));

        assertThatThrownBy(() -> compare(twice, run("new", done("m", STEADY))))
                .isInstanceOf(JudgeException.class)
                .hasMessage("Run r7 has the case a.A.m:threads=1 twice;" + " remove one of them, or run again");
    }

    @Test
    void acceptsEmptyRuns() {
        RunComparison comparison = compare(run("old"), run("new"));

        assertThat(comparison.verdicts()).isEmpty();
        assertThat(comparison.refusal()).isEmpty();
        assertThat(comparison.ratio()).isNaN();
    }

    @Test
    void keepsGivenVerdictsAndJudgesOthers() {
        RunRecord run = run("r", done("known", STEADY), done("other", STEADY));
        CaseVerdict known = VerdictBuilder.of(id("known"), Verdict.SLOWER)
                .ratio(0.5)
                .p(0.001)
                .build();

        List<CaseVerdict> verdicts = Judge.compare("main", run, "branch", run, SETTINGS, Map.of(known.id(), known))
                .verdicts();

        assertThat(verdicts).hasSize(2);
        assertThat(verdicts.get(0))
                .isEqualTo(VerdictBuilder.of(known)
                        .allocation(verdicts.get(0).allocation())
                        .build());
        assertThat(verdicts.get(1).id()).isEqualTo(id("other"));
        assertThat(verdicts.get(1).verdict()).isEqualTo(Verdict.SAME);
    }
}
