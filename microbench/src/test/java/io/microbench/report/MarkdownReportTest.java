// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {

    private static final RunRecord RUN = Samples.run(Samples.cases());

    private static String compared() {
        return MarkdownReport.render(RUN, Optional.of(Comparisons.comparison()));
    }

    @Test
    void putsVerdictFirst() {
        assertThat(compared()).startsWith("""
                ## ByteBufAllocatorBenchmark: 1 slower, 1 undecided, 1 failed; the environments are not comparable: JDK

                | Case | Verdict | Baseline | Candidate | Units | Speed | Interval | Remarks |
                """);
    }

    @Test
    void showsChangesAndFoldsOthers() {
        String report = compared();
        String sight = report.replaceAll("(?s)<details>.*?</details>", "");
        assertThat(sight)
                .contains("| `pooledDirectAllocAndFree(size=0)` | **slower** "
                        + "| 1,000.000 | 900.000 | ops/ms | -10.0% | \\[-11.0%, -9.00%\\] "
                        + "| allocates more: 24.000 -&gt; 40.000 B/op |")
                .contains("| `pooledDirectAllocAndFree(size=65536)` | **failed** |  |  |  |  |  "
                        + "| java.lang.OutOfMemoryError: heap |")
                .doesNotContain("undecided |");
        assertThat(report)
                .contains("<details><summary>All 3 cases</summary>\n\n| Case | Mode |")
                .contains(
                        "<details><summary>All verdicts</summary>",
                        "-10.0% | \\[-11.0%, -9.00%\\] | 1.0e-5 | 1.23% | 5/5 | allocates more")
                .contains(
                        "- Baseline: `main`\n- Candidate: `20260504T030201Z-4f2a`\n"
                                + "- Speed -5.40% (-5.90% to -4.90%) in the geometric mean of 2 cases\n"
                                + "- Chance of any false alarm at most 1%\n"
                                + "- The environments differ: JDK: 21.0.4 → 21.0.5 (**not comparable**)\n",
                        "- The environments differ: Load before: 0.10 → 0.25\n")
                .containsPattern("\\| undecided \\| .* \\| -0\\.50% \\|")
                .contains("<details><summary>Where it ran</summary>", "| CPU | AMD EPYC 7763 64-Core Processor |")
                .contains("<details><summary>1 only in the baseline, not judged</summary>");
    }

    @Test
    void writesRunWithoutBaseline() {
        assertThat(MarkdownReport.render(RUN, Optional.empty()))
                .startsWith("## ByteBufAllocatorBenchmark: 3 cases, 1 failed\n\n| Case | Mode |")
                .contains("| thrpt | 11,658.812 | ± 120.728 | ops/ms | 0.06% | 24.000 |")
                .contains("| thrpt | FAILED: java.lang.OutOfMemoryError: heap |  |  |  |  |")
                .doesNotContain("All verdicts");
        assertThat(MarkdownReport.render(Samples.run(List.of()), Optional.empty()))
                .startsWith("## Benchmarks: 0 cases\n");
    }

    @Test
    void reportsWhyNothingWasCompared() {
        assertThat(MarkdownReport.render(RUN, Optional.of(Comparisons.refused("the CPU models differ"))))
                .startsWith("## ByteBufAllocatorBenchmark: Not compared: the CPU models differ, 1 failed\n");
    }

    @Test
    void escapesMarkupInNames() {
        CaseId odd = Samples.id("m", Map.of("t", "`|a|` <img src=x> @all"), 1);
        String report = MarkdownReport.render(
                Samples.run(List.of(Samples.failed(odd, "[click](http://x) | <b>bold</b>\n## Fine @team"))),
                Optional.empty());
        assertThat(report)
                .contains("| ``m(t=`\\|a\\|` <img src=x> @all)`` |")
                .contains("\\[click\\](http://x) \\| &lt;b&gt;bold&lt;/b&gt; \\#\\# Fine @\u200Bteam");
    }

    @Test
    void staysShortForManyCases() {
        List<CaseResult> cases = new DemoRun(5, 2, 1, 2).large(200).cases();
        List<CaseVerdict> verdicts = new ArrayList<>();
        cases.forEach(c -> verdicts.add(Comparisons.verdict(c.id(), Verdict.SLOWER, 0.9, OptionalInt.empty(), "")));
        RunComparison all = new RunComparison(
                "a",
                "b",
                verdicts,
                0.9,
                0.89,
                0.91,
                0.01,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        String sight = MarkdownReport.render(Samples.run(cases), Optional.of(all))
                .replaceAll("(?s)<details>.*?</details>", "");
        assertThat(sight.lines().filter(line -> line.contains("**slower**"))).hasSize(10);
        assertThat(sight).contains("and 190 more, below");
    }

    @Test
    void showsNumbersFirstAndFoldsWarningsInComment() {
        String sight = MarkdownReport.render(
                        Samples.run(new DemoRun(5, 2, 1, 2).large(200).cases()), Optional.empty())
                .replaceAll("(?s)<details>.*?</details>", "");

        assertThat(sight).contains("and 190 more, below").doesNotContain("**warning**");
        assertThat(sight.lines().filter(line -> line.startsWith("| `"))).hasSize(10);
    }

    @Test
    void showsWorstVerdictFirstAndAllWithoutChange() {
        List<CaseVerdict> verdicts = new ArrayList<>();
        for (double ratio : new double[] {1.2, 0.9, 0.5}) {
            verdicts.add(Comparisons.verdict(
                    Samples.id("m" + (int) (ratio * 10), Map.of(), 1),
                    ratio > 1 ? Verdict.FASTER : Verdict.SLOWER,
                    ratio,
                    OptionalInt.empty(),
                    ""));
        }
        assertThat(MarkdownReport.render(RUN, Optional.of(Comparisons.of(verdicts))))
                .containsSubsequence("m5`", "m9`", "m12`", "<details>");
        CaseVerdict same = Comparisons.verdict(Samples.id("m", Map.of(), 1), Verdict.SAME, 1, OptionalInt.empty(), "");
        assertThat(MarkdownReport.render(RUN, Optional.of(Comparisons.of(List.of(same))))
                        .replaceAll("(?s)<details>.*?</details>", ""))
                .contains("`m` | same |");
    }

    @Test
    void escapesNameOnce() {
        assertThat(Markdown.escape("Tukey's \"fences\" #1 & <b>")).isEqualTo("Tukey's \"fences\" \\#1 &amp; &lt;b&gt;");
    }
}
