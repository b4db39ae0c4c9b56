// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import io.microbench.warning.Warning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests drift and warnings in each report. */
class WarningsTest {

    private static final String DRIFT =
            "processor +0.00% to +20.0%, memory -1.00% to +0.00% relative to the median of 3 rounds";

    private static final CaseResult OUTLIER =
            Samples.measured(Samples.id("run", Map.of(), 1), new Metric(100, 1, "ops/ms"), new double[] {
                100, 101, 99, 100, 102, 98, 100, 250
            });

    private static final RunRecord RUN = Samples.run(List.of(OUTLIER))
            .withCalibration(new Calibration(
                    new ClockCheck(20, 20),
                    Optional.empty(),
                    List.of(
                            new CalibrationRound(Samples.START, 1, 2),
                            new CalibrationRound(Samples.START, 1, 2),
                            new CalibrationRound(Samples.START, 1.2, 1.98))));

    private static final String WARNED = "1 of 8 measured iterations is outside Tukey";

    @Test
    void showsWarningsOnConsole() {
        assertThat(ConsoleReport.render(RUN, Optional.empty(), Optional.empty(), ConsoleStyle.plain()))
                .contains("  Drift: " + DRIFT, "\nWarnings:\n  The machine's speed changed", WARNED);
    }

    @Test
    void abbreviatesWarningsToTheirCauses() {
        assertThat(Warning.marks(Warning.of(RUN))).containsExactly("the machine drifted", "outliers");
        CaseResult other = new CaseResult(
                Samples.id("walk", Map.of(), 1),
                OUTLIER.plan(),
                OUTLIER.status(),
                "",
                OUTLIER.score(),
                OUTLIER.secondary(),
                OUTLIER.forks());
        RunRecord two = Samples.run(List.of(OUTLIER, other));
        assertThat(Warning.marks(Warning.of(two))).containsExactly("outliers (2 cases)");
    }

    @Test
    void showsWarningsOnPage() {
        assertThat(new HtmlSummary(RUN, Optional.empty(), Warning.of(RUN), Map.of(), Optional.empty()).write())
                .contains(
                        "<summary>⚠ The case has warnings: outliers; 1 of 1 needs more forks; the machine drifted</summary>",
                        "<li>The machine",
                        WARNED);
        assertThat(HtmlSummary.environment(RUN)).contains(DRIFT);
    }

    @Test
    void combinesDriftOfProcessorAndMemory() {
        RunRecord both = Samples.run(List.of(OUTLIER))
                .withCalibration(new Calibration(
                        new ClockCheck(20, 20),
                        Optional.empty(),
                        List.of(
                                new CalibrationRound(Samples.START, 1, 2),
                                new CalibrationRound(Samples.START, 1, 2),
                                new CalibrationRound(Samples.START, 1.2, 3))));
        assertThat(Warning.of(both))
                .filteredOn(warning -> warning.subject().isEmpty())
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .startsWith("The machine's speed changed during the run: the fixed CPU task took 1.00x to 1.20x and"
                        + " the fixed memory task took 1.00x to 1.50x its median time (3 checks).");
    }

    @Test
    void showsWarningsInMarkdown() {
        assertThat(MarkdownReport.render(RUN, Optional.empty()))
                .contains("| Drift | " + DRIFT, "- **warning** The machine's speed changed", WARNED);
    }

    @Test
    void showsKindsOfWarningsInTable() {
        assertThat(CsvReport.statistics(RUN))
                .contains("outliers,warnings,reason")
                .containsPattern(",1,OUTLIERS,,\r\n");
    }

    @Test
    void showsNothingWithoutWarnings() {
        RunRecord quiet = Samples.run(Samples.cases());

        assertThat(ConsoleReport.render(quiet, Optional.empty(), Optional.empty(), ConsoleStyle.plain()))
                .doesNotContain("Warnings", "Drift");
        assertThat(new HtmlSummary(quiet, Optional.empty(), Warning.of(quiet), Map.of(), Optional.empty()).write()
                        + HtmlSummary.environment(quiet))
                .doesNotContain("Warnings", "Drift");
        assertThat(MarkdownReport.render(quiet, Optional.empty())).doesNotContain("warning", "Drift");
    }
}
