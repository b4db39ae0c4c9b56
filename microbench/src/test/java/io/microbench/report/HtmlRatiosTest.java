// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.report.HtmlReport.Repeat;
import io.microbench.result.CaseId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlRatiosTest {

    private static final Pattern DOT = Pattern.compile("<b style=\"left:([\\d.]+)%\"");

    private static CaseVerdict verdict(String method, Verdict verdict, double ratio, double low, double high) {
        return VerdictBuilder.of(Samples.id(method, Map.of(), 1), verdict)
                .ratio(ratio)
                .low(low)
                .high(high)
                .build();
    }

    private static String plot(Optional<Repeat> repeat, CaseVerdict... verdicts) {
        return HtmlRatios.write(Comparisons.of(List.of(verdicts)), repeat);
    }

    @Test
    void groupsCasesByVerdictWorstFirst() {
        String plot = plot(
                Optional.empty(),
                verdict("same", Verdict.SAME, 1, 0.99, 1.01),
                verdict("slower", Verdict.SLOWER, 0.9, 0.89, 0.91),
                verdict("faster", Verdict.FASTER, 2, 1.9, 2.1),
                verdict("slowest", Verdict.SLOWER, 0.5, 0.4, 0.6),
                verdict("unknown", Verdict.UNDECIDED, 1.1, 0.9, 1.3));

        assertThat(plot)
                .containsSubsequence(
                        "2 cases slower",
                        "slowest",
                        "slower</a>",
                        "1 case faster",
                        "faster</a>",
                        "1 case undecided",
                        "unknown</a>",
                        "1 case same",
                        "same</a>");
        assertThat(plot).contains("-50.0%", "[-60.0%, -40.0%]").doesNotContain("class=\"band\"", "Compare again");
    }

    @Test
    void separatesControlsFromUndecidedCases() {
        String plot = plot(
                Optional.empty(),
                verdict("unknown", Verdict.UNDECIDED, 1.1, 0.9, 1.3),
                verdict("unchanged", Verdict.UNDECIDED, 1.2, 0.9, 1.3).asControl());

        assertThat(plot)
                .containsSubsequence("1 case undecided", "unknown</a>", "CONTROL", ">1 control<", "unchanged</a>");
    }

    @Test
    void usesLogarithmicScale() {
        List<Double> places = DOT.matcher(plot(
                        Optional.empty(),
                        verdict("half", Verdict.SLOWER, 0.5, 0.4, 0.6),
                        verdict("twice", Verdict.FASTER, 2, 1.9, 2.1),
                        verdict("same", Verdict.SAME, 1, 0.99, 1.01)))
                .results()
                .map((MatchResult dot) -> Double.parseDouble(dot.group(1)))
                .toList();

        assertThat(places.get(0) + places.get(1)).isEqualTo(100);
        assertThat(places.get(0)).isBetween(1.0, 49.0);
        assertThat(places.get(2)).isEqualTo(50);
    }

    @Test
    void clipsUnboundedIntervalWithArrow() {
        String plot = plot(
                Optional.empty(),
                verdict("wide", Verdict.UNDECIDED, 1.1, 0, Double.POSITIVE_INFINITY),
                verdict("unknown", Verdict.UNDECIDED, 1.2, Double.NaN, Double.NaN),
                verdict("none", Verdict.UNDECIDED, Double.NaN, Double.NaN, Double.NaN));

        assertThat(plot)
                .contains("<i class=\"interval below above\" style=\"left:0.00%;width:100.00%\"></i>")
                .contains("2 cases undecided", "unknown</a>")
                .doesNotContain("none</a>", "NaN");
    }

    @Test
    void showsBandAndCommandOfComparison() {
        String plot = plot(
                Optional.of(new Repeat(0.05, Optional.of("microbench compare 'a <b>' c"))),
                verdict("same", Verdict.SAME, 1, 0.99, 1.01));

        assertThat(plot).contains("<i class=\"band\"", "<code>microbench compare &#39;a &lt;b&gt;&#39; c</code>");
    }

    @Test
    void countsOmittedCases() {
        List<CaseVerdict> many = new ArrayList<>();
        for (int i = 0; i < HtmlRatios.MOST + 7; i++) {
            many.add(verdict("case" + i, Verdict.SLOWER, 0.5, 0.4, 0.6));
        }
        String plot = plot(Optional.empty(), many.toArray(CaseVerdict[]::new));

        assertThat(DOT.matcher(plot).results()).hasSize(HtmlRatios.MOST);
        assertThat(plot).contains("and 7 more, in the table of cases");
    }

    @Test
    void drawsNoPlotWithoutRatio() {
        assertThat(plot(Optional.empty())).isEmpty();
        assertThat(plot(Optional.empty(), verdict("none", Verdict.UNDECIDED, Double.NaN, Double.NaN, Double.NaN)))
                .isEmpty();
    }

    @Test
    void escapesNames() {
        CaseId odd = Samples.id("run", Map.of("text", "<b>&"), 1);
        String plot = plot(
                Optional.empty(),
                VerdictBuilder.of(odd, Verdict.SAME)
                        .ratio(1)
                        .low(0.99)
                        .high(1.01)
                        .build());

        assertThat(plot).contains("&lt;b&gt;&amp;").doesNotContain("<b>&");
    }
}
