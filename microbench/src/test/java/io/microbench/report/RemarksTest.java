/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.AdaptivePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns;
import io.microbench.result.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemarksTest {

    private static CaseResult result(
            Optional<Double> precision, boolean starved, ForkStop.State state, double... values) {
        CaseResult sample = Samples.cases().get(0);
        List<ForkResult> forks = new ArrayList<>();
        for (double value : values) {
            IterationSigns signs = new IterationSigns(0.1, 0, 0, 0, 0, 0, starved);
            forks.add(new ForkResult(
                    forks.size() + 1,
                    1,
                    Instant.EPOCH,
                    Instant.EPOCH,
                    "java",
                    "17",
                    "VM",
                    List.of(),
                    "N/A",
                    List.of(
                            new IterationResult(
                                    Phase.WARMUP, 1, Instant.EPOCH, 9, 1, Map.of(), Map.of(), Optional.of(signs)),
                            new IterationResult(Phase.MEASUREMENT, 1, Instant.EPOCH, value, 1, Map.of(), Map.of())),
                    Map.of(),
                    Map.of(),
                    Optional.empty(),
                    Optional.of(new ForkStop(state, "rule"))));
        }
        return new CaseResult(
                sample.id(),
                sample.plan().withAdaptive(new AdaptivePlan(precision, 2, 10, "rule", 0.05), Duration.ofMillis(100)),
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(100, 1, "ns/op")),
                Map.of(),
                forks);
    }

    @Test
    void aFixedPlanWithoutTroubleNeedsNone() {
        assertThat(Samples.cases()).allSatisfy(c -> assertThat(Remarks.of(c))
                .allMatch(remark -> remark.equals("in-process, not comparable")));
    }

    @Test
    void saysWhatWasReached() {
        assertThat(Remarks.of(result(Optional.of(0.02), false, ForkStop.State.STEADY, 100, 100.1, 99.9)))
                .containsExactly("±0.25% with 3 forks");
    }

    @Test
    void saysWhatALongerRunWouldReach() {
        assertThat(Remarks.of(result(Optional.of(0.02), false, ForkStop.State.STEADY, 100, 104, 96)))
                .singleElement()
                .asString()
                .matches("±9\\.9\\d% with 3 forks; ±2\\.00% would take about 1\\d");
    }

    @Test
    void oneForkSaysNothingOfTheNext() {
        assertThat(Remarks.of(result(Optional.empty(), false, ForkStop.State.OUT_OF_TIME, 100)))
                .containsExactly("1 fork, no interval", "1 of 1 fork cut short");
    }

    @Test
    void unsteadyComesFirstAndStarvedIterationsAreCounted() {
        assertThat(Remarks.of(result(Optional.of(0.02), true, ForkStop.State.UNSTEADY, 100, 100)))
                .startsWith("possibly unsteady in 2 of 2 forks")
                .endsWith("2 of 4 iterations starved");
    }

    @Test
    void everyReportHasThem() {
        CaseResult unsteady = result(Optional.of(0.02), true, ForkStop.State.UNSTEADY, 100, 101);

        assertThat(ConsoleTable.render(List.of(unsteady), ConsoleStyle.plain()))
                .contains("possibly unsteady in 2 of 2 forks", "2 of 4 iterations starved");
        assertThat(MarkdownReport.render(Samples.run(List.of(unsteady)), Optional.empty()))
                .contains("Remarks", "possibly unsteady in 2 of 2 forks", "2 of 4 iterations starved");
        assertThat(HtmlData.write(Samples.run(List.of(unsteady)), Optional.empty(), Map.of()))
                .contains("\"possibly unsteady in 2 of 2 forks\"", "\"2 of 4 iterations starved\"", "\"d\":[[");
        assertThat(CsvReport.statistics(Samples.run(List.of(unsteady))))
                .contains("unsteady_forks,starved_iterations")
                .containsPattern(",2,2,");
        assertThat(CsvReport.raw(Samples.run(List.of(unsteady)))).contains("starved,seconds", ",true,0.1");
    }
}
