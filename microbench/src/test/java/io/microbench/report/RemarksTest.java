// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.result.ForkStop;
import io.microbench.text.ConsoleStyle;
import io.microbench.warning.Warning;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemarksTest {

    @Test
    void omitsRemarkForNormalFixedPlan() {
        assertThat(Samples.cases()).allSatisfy(c -> assertThat(Remarks.of(c))
                .allMatch(remark -> remark.equals("in-process, not comparable")));
    }

    @Test
    void reportsAchievedPrecision() {
        assertThat(Remarks.of(Samples.adaptive(Optional.of(0.02), false, ForkStop.State.STEADY, 100, 100.1, 99.9)))
                .containsExactly("±0.25% (95%) with 3 forks");
    }

    @Test
    void estimatesForksOfLongerRun() {
        assertThat(Remarks.of(Samples.adaptive(Optional.of(0.02), false, ForkStop.State.STEADY, 100, 104, 96)))
                .singleElement()
                .asString()
                .matches("±9\\.9\\d% \\(95%\\) with 3 forks; ±2\\.00% would take about 1\\d");
    }

    @Test
    void reportsUnrealisticPrecision() {
        assertThat(Remarks.of(Samples.adaptive(Optional.of(0.001), false, ForkStop.State.STEADY, 100, 104, 96)))
                .singleElement()
                .asString()
                .endsWith("with 3 forks; more forks are unlikely to reach ±0.10%");
    }

    @Test
    void reportsMissingIntervalOfOneFork() {
        assertThat(Remarks.of(Samples.adaptive(Optional.empty(), false, ForkStop.State.OUT_OF_TIME, 100)))
                .containsExactly("1 fork, no interval", "1 of 1 fork cut short");
    }

    @Test
    void listsUnsteadyFirstAndCountsStarvedIterations() {
        assertThat(Remarks.of(Samples.adaptive(Optional.of(0.02), true, ForkStop.State.UNSTEADY, 100, 100)))
                .startsWith("possibly unsteady in 2 of 2 forks")
                .endsWith("2 of 4 iterations waited for a processor");
        assertThat(Warning.busy(List.of(
                        Samples.adaptive(Optional.of(0.02), true, ForkStop.State.UNSTEADY, 100, 100),
                        Samples.adaptive(Optional.of(0.02), false, ForkStop.State.STEADY, 100, 100))))
                .hasValue("25.0% of the iterations waited for a processor");
    }

    @Test
    void showsRemarksInEveryReport() throws IOException {
        CaseResult unsteady = Samples.adaptive(Optional.of(0.02), true, ForkStop.State.UNSTEADY, 100, 101);

        assertThat(ConsoleTable.render(List.of(unsteady), ConsoleStyle.plain()))
                .contains("possibly unsteady in 2 of 2 forks", "2 of 4 iterations waited for a processor");
        assertThat(MarkdownReport.render(Samples.run(List.of(unsteady)), Optional.empty()))
                .contains("Remarks", "possibly unsteady in 2 of 2 forks", "2 of 4 iterations waited for a processor");
        assertThat(HtmlReport.render(Samples.run(List.of(unsteady)), Optional.empty(), Map.of()))
                .contains(
                        "\"possibly unsteady in 2 of 2 forks\"",
                        "\"2 of 4 iterations waited for a processor\"",
                        "\"warn\":[[");
        assertThat(CsvReport.statistics(Samples.run(List.of(unsteady))))
                .contains("unsteady_forks,starved_iterations")
                .containsPattern(",2,2,");
        StringBuilder raw = new StringBuilder();
        CsvReport.raw(Samples.run(List.of(unsteady)), raw);
        assertThat(raw).contains("starved,seconds", ",true,0.1");
    }
}
