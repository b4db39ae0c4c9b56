// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict.Change;
import io.microbench.judge.RunComparison;
import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.warning.Warning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlSummaryTest {

    private static final CaseResult DONE = Samples.cases().get(0);
    private static final RunRecord RUN = Samples.run(List.of(DONE));

    private static String page(RunRecord run, Optional<RunComparison> comparison) {
        return new HtmlSummary(run, comparison, List.of(), Map.of(), Optional.empty()).write();
    }

    private static RunComparison compared(
            List<EnvironmentDifference> differences, List<CaseId> missing, CaseVerdict... verdicts) {
        return new RunComparison(
                "main <1>",
                "new",
                List.of(verdicts),
                1,
                0.99,
                1.01,
                0.01,
                differences,
                missing,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static RunComparison compared(CaseVerdict... verdicts) {
        return compared(List.of(), List.of(), verdicts);
    }

    private static CaseVerdict verdict(Verdict verdict) {
        return Comparisons.verdict(DONE.id(), verdict, 1, OptionalInt.empty(), "");
    }

    @ParameterizedTest
    @CsvSource({"SLOWER, bad", "FASTER, good", "SAME, good", "UNDECIDED, warn"})
    void usesColourOfWorstVerdict(Verdict verdict, String tone) {
        assertThat(page(RUN, Optional.of(compared(verdict(verdict)))))
                .startsWith("<section class=\"panel " + tone + "\" aria-label=\"Summary\">");
        assertThat(page(RUN, Optional.of(compared(verdict(verdict), verdict(Verdict.SLOWER)))))
                .startsWith("<section class=\"panel bad\"");
    }

    @Test
    void marksMemoryRegressionAlone() {
        CaseVerdict heavier = VerdictBuilder.of(verdict(Verdict.SAME))
                .allocation(Optional.of(new AllocationVerdict(Change.MORE, 16, 24)))
                .build();

        assertThat(page(RUN, Optional.of(compared(heavier))))
                .startsWith("<section class=\"panel bad\"")
                .contains("<p class=\"headline\">1 same; 1 case allocates more</p>");
    }

    @Test
    void ranksFailedCaseWorseThanAnyVerdict() {
        assertThat(page(Samples.run(Samples.cases()), Optional.of(compared(verdict(Verdict.FASTER)))))
                .startsWith("<section class=\"panel bad\"");
        assertThat(page(RUN, Optional.of(Comparisons.refused("JDK: was 17, is 21"))))
                .startsWith("<section class=\"panel warn\"");
    }

    @Test
    void isNeutralWithoutBaseline() {
        assertThat(page(RUN, Optional.empty()))
                .startsWith("<section class=\"panel \"")
                .contains("<p class=\"headline\">1 case passed. No baseline.</p>")
                .doesNotContain("Baseline:", "environments", "class=\"tile");
        assertThat(page(Samples.run(Samples.cases()), Optional.empty()))
                .contains("<p class=\"headline\">3 cases, 1 failed. No baseline.</p>");
    }

    @Test
    void disablesTileWithoutCases() {
        String page = page(RUN, Optional.of(compared(verdict(Verdict.SLOWER))));

        assertThat(page)
                .contains("data-status=\"SLOWER\" aria-pressed=\"false\"><b class=\"SLOWER\">1</b><span>slower</span>")
                .contains("data-status=\"SAME\" aria-pressed=\"false\" disabled><b class=\"\">0</b><span>same</span>")
                .doesNotContain("SKIPPED", "PLANNED", "DONE");
    }

    @Test
    void countsCasesWithSameCodeOnceAndControlsSeparately() {
        CaseResult planned = CaseResult.planned(Samples.id("later", Map.of(), 1), DONE.plan());
        String page = page(
                Samples.run(List.of(DONE, planned.skipped("Both builds run the same code"))),
                Optional.of(compared(verdict(Verdict.UNDECIDED).asControl(), CaseVerdict.sameCode(planned.id()))));

        assertThat(page)
                .contains("<b class=\"\">0</b><span>undecided</span>")
                .contains("<b class=\"SAME_CODE\">1</b><span>same code</span>")
                .contains("<b class=\"CONTROL\">1</b><span>control</span>")
                .doesNotContain("SKIPPED");
    }

    @Test
    void showsTilesOfUnmeasuredCasesOnlyIfThereAreAny() {
        CaseResult planned = CaseResult.planned(Samples.id("later", Map.of(), 1), DONE.plan());
        String page = page(Samples.run(List.of(planned, planned.skipped("@Disabled"))), Optional.empty());

        assertThat(page).contains("<b class=\"PLANNED\">1</b><span>not run</span>");
        assertThat(page).contains("<b class=\"SKIPPED\">1</b><span>skipped</span>");
    }

    @Test
    void escapesNames() {
        CaseId odd = Samples.id("run", Map.of("text", "<b>&"), 1);
        List<Warning> warnings = List.of(new Warning(Warning.Kind.CLOCK, "", "a.B.c", "its <score> is flat."));
        String page = new HtmlSummary(
                        RUN,
                        Optional.of(compared(
                                List.of(new EnvironmentDifference("OS <x>", "a&b", "c", false)),
                                List.of(odd),
                                verdict(Verdict.SAME))),
                        warnings,
                        Map.of("a.<b>", List.of("it is <b>")),
                        Optional.empty())
                .write();
        page += HtmlSummary.environment(RUN);

        assertThat(page)
                .contains("Baseline: main &lt;1&gt;", "OS &lt;x&gt;", "a&amp;b", "&lt;score&gt;", "&lt;b&gt;")
                .doesNotContain("<b>&", "<score>", "<x>");
        assertThat(page).contains("<summary>1 case only in the baseline, not judged</summary>");
    }

    @Test
    void marksEnvironmentsThatPreventComparison() {
        EnvironmentDifference jdk = new EnvironmentDifference("JDK", "17", "21", true);
        EnvironmentDifference load = new EnvironmentDifference("Load before", "0.1", "2", false);

        assertThat(page(RUN, Optional.of(compared(List.of(load), List.of(), verdict(Verdict.SAME)))))
                .contains("<section class=\"panel warn\">\n<h2>The environments differ</h2>")
                .doesNotContain("not comparable");
        assertThat(page(RUN, Optional.of(compared(List.of(load, jdk), List.of(), verdict(Verdict.SAME)))))
                .contains("<section class=\"panel bad\">\n<h2>The environments differ</h2>")
                .contains("JDK <span class=\"mark\">not comparable</span></th><td>17</td><td>21</td>");
        assertThat(page(RUN, Optional.of(compared(verdict(Verdict.SAME)))))
                .contains("The recorded environments of the two runs do not differ.");
    }
}
