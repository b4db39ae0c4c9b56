// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.CaseSummary;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Judge;
import io.microbench.judge.JudgeSettings;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.RunFolder;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a fork without a value is excluded from all numbers, shown and judged, and counted by a warning. */
class LeftOutForksTest {

    private static final String WARNING = "1 of 4 forks delivered no finite score and is left out";
    private static final ForkResult NAN = fork(2, Double.NaN, Double.NaN, Double.NaN);
    private static final ForkResult FAILED = Samples.fork(
            2,
            new double[] {5, 6, 7},
            Optional.of(new Failure(Failure.Kind.NO_QUIET_TIME, "no quiet time", "", List.of(), List.of())));

    @TempDir
    Path folder;

    static Stream<ForkResult> forksWithoutValue() {
        return Stream.of(NAN, FAILED, fork(2, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY), fork(2));
    }

    private static ForkResult fork(int number, double... scores) {
        return Samples.fork(number, scores, Optional.empty());
    }

    private static CaseResult result(ForkResult... forks) {
        return new CaseResult(
                Samples.id("encode", Map.of(), 1),
                Samples.plan("thrpt", 1, forks.length),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(100, 1, "ops/ms")),
                Map.of(),
                List.of(forks));
    }

    private static CaseResult with(ForkResult second) {
        return result(fork(1, 99, 100, 101), second, fork(3, 100, 101, 102), fork(4, 101, 102, 103));
    }

    private static CaseResult without() {
        return result(fork(1, 99, 100, 101), fork(3, 100, 101, 102), fork(4, 101, 102, 103));
    }

    /** Reads the run as a command does, so that runs in memory and on disk behave alike. */
    private RunRecord kept(CaseResult result) throws IOException {
        Path file = folder.resolve("run.json");
        RunFolder.write(file, Samples.run(List.of(result)));
        return RunReader.readSound(file);
    }

    @ParameterizedTest
    @MethodSource("forksWithoutValue")
    void isExcludedFromNumbersOverForks(ForkResult fork) throws IOException {
        CaseResult result = kept(with(fork)).cases().get(0);

        assertThat(result.forkValues()).containsExactly(100, 101, 102);
        assertThat(Forks.of(result)).isEqualTo(Forks.of(without()));
        assertThat(CaseReach.of(result).halfWidth())
                .isEqualTo(CaseReach.of(without()).halfWidth());
    }

    @ParameterizedTest
    @MethodSource("forksWithoutValue")
    void isCountedOnConsoleAndInReports(ForkResult fork) throws IOException {
        RunRecord run = kept(with(fork));
        String console = ConsoleReport.render(run, Optional.empty(), Optional.empty(), ConsoleStyle.plain());

        assertThat(console.replaceAll("\\s+", " ")).contains(WARNING);
        assertThat(MarkdownReport.render(run, Optional.empty())).contains(WARNING);
        assertThat(HtmlReport.render(run, Optional.empty(), Map.of())).contains(WARNING);
        assertThat(CsvReport.statistics(run)).contains("LEFT_OUT");
        assertThat(ConsoleReport.render(kept(without()), Optional.empty(), Optional.empty(), ConsoleStyle.plain()))
                .doesNotContain("left out");
    }

    @ParameterizedTest
    @MethodSource("forksWithoutValue")
    void isExcludedFromVerdictAndNamedBesideIt(ForkResult fork) throws IOException {
        CaseVerdict verdict =
                only(Judge.compare("old", kept(without()), "new", kept(with(fork)), JudgeSettings.DEFAULTS));
        CaseVerdict clean = only(Judge.compare("old", kept(without()), "new", kept(without()), JudgeSettings.DEFAULTS));

        assertThat(verdict.candidateForks()).isEqualTo(3);
        assertThat(verdict.ratio()).isEqualTo(clean.ratio());
        assertThat(verdict.low()).isEqualTo(clean.low());
        assertThat(verdict.note()).endsWith("candidate: " + WARNING);
        assertThat(clean.note()).doesNotContain("left out");
    }

    @ParameterizedTest
    @MethodSource("forksWithoutValue")
    void isNotStoredInHistory(ForkResult fork) throws IOException {
        RunRecord run = kept(with(fork));
        assertThat(CaseSummary.of(run.cases().get(0), run))
                .isEqualTo(CaseSummary.of(without(), run))
                .hasValueSatisfying(summary -> assertThat(summary.forkValues()).containsExactly(100.0, 101.0, 102.0));
    }

    @Test
    void excludesSingleNonFiniteScoresFromTheirFork() {
        CaseResult result = result(fork(1, 99, 100, 101), fork(2, 100, Double.NaN, 102));

        assertThat(result.forkValues()).containsExactly(100, 101);
        assertThat(result.leftOut()).isEqualTo("1 of 6 measured scores is not finite and is left out");
    }

    @Test
    void showsNoNumberForCaseWithoutForkValues() throws IOException {
        CaseResult nothing = result(NAN, FAILED);

        assertThat(nothing.leftOut()).isEqualTo("2 of 2 forks delivered no finite score and are left out");
        assertThat(Forks.of(nothing).value()).isNaN();
        assertThat(CaseSummary.of(nothing, kept(nothing))).isEmpty();
        CaseVerdict verdict = only(Judge.compare("old", kept(without()), "new", kept(nothing), JudgeSettings.DEFAULTS));
        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.note()).contains("has no score in the candidate");
    }

    private static CaseVerdict only(RunComparison comparison) {
        assertThat(comparison.verdicts()).hasSize(1);
        return comparison.verdicts().get(0);
    }
}
