// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.RecordJson;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class VerdictTableTest {

    private static final CaseId ID = Samples.id("run", Map.of(), 1);

    private static RunComparison of(
            double low, double high, List<EnvironmentDifference> differences, Verdict... verdicts) {
        List<CaseVerdict> all = new ArrayList<>();
        for (Verdict verdict : verdicts) {
            CaseId id = Samples.id("m" + all.size(), Map.of(), 1);
            all.add(Comparisons.verdict(id, verdict, 0.9, OptionalInt.empty(), ""));
        }
        return new RunComparison(
                "main",
                "new",
                all,
                0.9,
                low,
                high,
                0.01,
                differences,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void listsMostImportantCountsFirstInHeadline() {
        assertThat(VerdictTable.headline(of(
                        0.8,
                        1,
                        List.of(),
                        Verdict.SAME,
                        Verdict.UNDECIDED,
                        Verdict.FASTER,
                        Verdict.SLOWER,
                        Verdict.SAME)))
                .isEqualTo("1 slower, 1 faster, 2 same, 1 undecided");
        assertThat(VerdictTable.headline(of(0.8, 1, List.of(), Verdict.SAME))).isEqualTo("1 same");
    }

    @Test
    void marksControl() {
        CaseVerdict control = Comparisons.verdict(
                        Samples.id("m", Map.of(), 1), Verdict.UNDECIDED, 0.99, OptionalInt.of(5), "")
                .asControl();
        assertThat(VerdictTable.counts(List.of(control))).isEqualTo("1 control");
    }

    @Test
    void reportsSideBySideForksInEveryReport() {
        String how = "Measured side by side: the two forks of a pair ran at the same time";
        RunComparison plain = Comparisons.comparison();
        RunComparison sideBySide = new RunComparison(
                plain.baselineName(),
                plain.candidateName(),
                plain.verdicts(),
                plain.ratio(),
                plain.low(),
                plain.high(),
                plain.level(),
                plain.differences(),
                plain.missing(),
                plain.added(),
                plain.refusal(),
                Optional.empty(),
                Optional.of(how));

        assertThat(reports(sideBySide)).hasSize(4).allSatisfy(report -> assertThat(report)
                .contains(how));
        assertThat(reports(plain)).noneSatisfy(report -> assertThat(report).containsIgnoringCase("side by side"));
    }

    private static List<String> reports(RunComparison comparison) {
        RunRecord run = Samples.run(Samples.cases());
        return List.of(
                VerdictTable.render(comparison, ConsoleStyle.plain()),
                MarkdownReport.render(run, Optional.of(comparison)),
                new HtmlSummary(run, Optional.of(comparison), List.of(), Map.of(), Optional.empty()).write(),
                RecordJson.text(comparison));
    }

    @Test
    void reportsRunsWithoutCommonCases() {
        assertThat(VerdictTable.headline(of(0.8, 1, List.of())))
                .isEqualTo("Nothing to compare: the two runs have no case in common");
        assertThat(VerdictTable.basis(of(0.8, 1, List.of()))).isEmpty();
    }

    @Test
    void omitsBasisOfRejectedComparison() {
        RunComparison refused = Comparisons.refused("JDK: was 17, is 21");

        assertThat(VerdictTable.headline(refused)).isEqualTo("Not compared: JDK: was 17, is 21");
        assertThat(VerdictTable.basis(refused)).isEmpty();
        assertThat(VerdictTable.render(refused, ConsoleStyle.plain()))
                .isEqualTo("Not compared: JDK: was 17, is 21\nBaseline: main, candidate: new\n");
    }

    @Test
    void showsIntervalOfMeanIfAvailable() {
        assertThat(VerdictTable.basis(of(0.85, 0.95, List.of(), Verdict.SLOWER, Verdict.SLOWER)))
                .isEqualTo("Speed -10.0% (-15.0% to -5.00%) in the geometric mean of 2 cases. Chance of any false alarm"
                        + " at most 1%");
        assertThat(VerdictTable.basis(of(Double.NaN, Double.NaN, List.of(), Verdict.SLOWER, Verdict.SLOWER)))
                .startsWith("Speed -10.0% in the geometric mean of 2 cases.");
        assertThat(VerdictTable.basis(of(0.004, 363, List.of(), Verdict.SLOWER, Verdict.SLOWER)))
                .as("too wide an interval")
                .startsWith("Speed -10.0% in the geometric mean of 2 cases.");
        assertThat(VerdictTable.basis(of(0.85, 0.95, List.of(), Verdict.SLOWER)))
                .as("one case, which has a row")
                .isEqualTo("Chance of any false alarm at most 1%");
    }

    @Test
    void statesAssumptionOfLevelForTwoRuns() {
        RunComparison runs = of(Optional.of("if it is quiet"), List.of(verdict(Verdict.SLOWER, 0.9)));
        assertThat(VerdictTable.basis(runs)).endsWith("Chance of any false alarm at most 1% if it is quiet");
    }

    private static RunComparison of(Optional<String> condition, List<CaseVerdict> verdicts) {
        return new RunComparison(
                "main",
                "new",
                verdicts,
                0.9,
                0.8,
                1,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                condition,
                Optional.empty());
    }

    @Test
    void reportsTooFewForksBesideLevel() {
        CaseVerdict two = VerdictBuilder.of(ID, Verdict.UNDECIDED)
                .ratio(0.9)
                .p(0.3)
                .baselineForks(2)
                .candidateForks(2)
                .build();
        RunComparison comparison = of(Optional.of("if it is quiet"), List.of(two));

        assertThat(VerdictTable.basis(comparison))
                .contains(
                        "if it is quiet. The case has too few forks to distinguish a change below 3.0x from chance. Measure");
        assertThat(reports(comparison)).noneSatisfy(report -> assertThat(report).contains(".."));
    }

    @Test
    void omitsMeanOfControls() {
        CaseVerdict control = verdict(Verdict.UNDECIDED, 0.99).asControl();

        assertThat(VerdictTable.basis(of(Optional.empty(), List.of(control, CaseVerdict.sameCode(ID)))))
                .isEqualTo("Chance of any false alarm at most 1%");
        assertThat(VerdictTable.basis(of(Optional.empty(), List.of(control, verdict(Verdict.SAME, 1)))))
                .startsWith("Speed -10.0% ");
    }

    @Test
    void saysThatSpeedIsNotQuotientOnlyIfItDiffers() {
        String sentence = "Speed is a median over pairs of forks, and can differ from the quotient of the scores";
        CaseVerdict exact = verdict(Verdict.SLOWER, 0.501);
        CaseVerdict median = VerdictBuilder.of(exact).ratio(0.451).build();
        CaseVerdict time =
                VerdictBuilder.of(exact).higherIsBetter(false).ratio(1 / 0.501).build();

        assertThat(VerdictTable.basisSentences(of(Optional.empty(), List.of(exact, time))))
                .doesNotContain(sentence);
        RunComparison differs = of(Optional.empty(), List.of(exact, median));
        assertThat(VerdictTable.basisSentences(differs)).contains(sentence);
        assertThat(reports(differs).subList(0, 3))
                .allSatisfy(report -> assertThat(report).containsOnlyOnce(sentence));
    }

    private static CaseVerdict verdict(Verdict verdict, double ratio) {
        return Comparisons.verdict(ID, verdict, ratio, OptionalInt.empty(), "");
    }

    @Test
    void marksDifferencesThatPreventComparison() {
        String text = VerdictTable.render(
                of(
                        0.8,
                        1,
                        List.of(
                                new EnvironmentDifference("JDK", "17", "21", true),
                                new EnvironmentDifference("Load before", "0.1", "4", false)),
                        Verdict.SAME),
                ConsoleStyle.plain());

        assertThat(text)
                .contains("Environments differ  Old  New\n")
                .contains("JDK                  17   21   not comparable\n")
                .contains("Load before          0.1  4\n");
    }

    @Test
    void listsCasesOfOneSideBelowIt() {
        RunComparison comparison = Comparisons.nothingJudged(
                List.of(Samples.id("gone", Map.of("size", "8"), 1)), List.of(ID), Optional.empty());

        assertThat(VerdictTable.render(comparison, ConsoleStyle.plain()))
                .contains("Only in the baseline, not judged:\n  " + Samples.ALLOCATOR + ".gone:size=8,threads=1\n")
                .contains("Only in the candidate, not judged:\n  " + Samples.ALLOCATOR + ".run:threads=1\n");
    }

    @Test
    void coloursVerdictByMeaning() {
        String text = VerdictTable.render(
                of(0.8, 1, List.of(), Verdict.SLOWER, Verdict.FASTER, Verdict.UNDECIDED, Verdict.SAME),
                new ConsoleStyle(0, true, true));
        List<String> rows = text.lines().filter(line -> line.contains(".m")).toList();

        assertThat(rows).hasSize(4);
        assertThat(rows.get(0)).startsWith("\u001B[31m").contains("SLOWER");
        assertThat(rows.get(1)).startsWith("\u001B[32m").contains("FASTER");
        assertThat(rows.get(2)).startsWith("\u001B[33m").contains("UNDECIDED");
        assertThat(rows.get(3)).doesNotContain("\u001B").contains("SAME");
    }
}
