// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.report.CaseRow.SecondaryRow;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import io.microbench.scaling.Curves;
import io.microbench.text.ConsoleStyle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseRowTest {

    private static CaseResult measured(double[]... forks) {
        return Samples.measured(Samples.id("run", Map.of(), 1), new Metric(2.5, 0.1, "ops/ms"), forks);
    }

    private static CaseResult with(CaseResult result, Map<String, Metric> secondary) {
        return new CaseResult(
                result.id(), result.plan(), result.status(), "", result.score(), secondary, result.forks());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "50, 2.5", "100, 4"})
    void computesPercentilesOfAllMeasuredIterations(double percent, double value) {
        CaseRow row = CaseRow.of(measured(new double[] {1, 2}, new double[] {3, 4}));

        assertThat(row.percentile(percent)).isEqualTo(value);
        assertThat(row.iterations()).containsExactly(1, 2, 3, 4);
        assertThat(row.count()).isEqualTo(4);
    }

    @Test
    void excludesNonFiniteScoresAndFailedForksFromPercentiles() {
        CaseResult result = measured(new double[] {1, Double.NaN}, new double[] {9, 9});
        Failure failure = new Failure(Failure.Kind.THREW, "boom", "", List.of(), List.of());
        ForkResult failed =
                result.forks().get(1).toBuilder().failure(Optional.of(failure)).build();
        CaseRow row = CaseRow.of(result.withForks(List.of(result.forks().get(0), failed)));

        assertThat(row.iterations()).containsExactly(1);
        assertThat(row.percentile(100)).isEqualTo(1);
    }

    @Test
    void showsNoNumbersWithoutScore() {
        CaseRow row = CaseRow.of(Samples.failed(Samples.id("run", Map.of(), 1), "java.io.IOException: disk"));

        assertThat(row.isMeasured()).isFalse();
        assertThat(row.metric()).isEmpty();
        assertThat(row.count()).isZero();
        assertThat(row.percentile(50)).isNaN();
    }

    @Test
    void showsSecondaryResultsAsRowsInOrderOfLabels() {
        CaseResult result = with(
                measured(new double[] {1, 2}),
                Map.of(
                        "writes", new Metric(7, 0, "ops/ms"),
                        "reads", new Metric(9, 0, "ops/ms"),
                        "text", new Metric(Double.NaN, Double.NaN, "---"),
                        "gc.count", new Metric(3, 0, "counts")));

        List<CaseRow> rows = CaseRow.allOf(result, Optional.empty());

        assertThat(rows)
                .extracting(row -> row.secondary().map(SecondaryRow::label).orElse("the case"))
                .containsExactly("the case", "reads", "writes");
        assertThat(rows.get(1).metric()).contains(new Metric(9, 0, "ops/ms"));
        assertThat(rows.get(0).isForked()).isTrue();
        assertThat(rows.get(1).isForked()).as("is a part of a case").isFalse();
        assertThat(rows).extracting(CaseRow::relation).containsOnly("");
    }

    @Test
    void keepsRowOfNonFiniteCounter() {
        CaseResult result =
                with(measured(new double[] {1, 2}), Map.of("hits", new Metric(Double.NaN, Double.NaN, "ops/ms")));

        assertThat(ConsoleTable.render(List.of(result), ConsoleStyle.plain())
                        .lines()
                        .toList())
                .last()
                .asString()
                .contains("hits", "n/a", "ops/ms");
    }

    private static List<String> pageRates(CaseResult result) {
        CaseRow row = CaseRow.of(result);
        return CaseColumns.of(ReportColumn.Place.PAGE, List.of(row)).stream()
                .filter(column -> column.names().contains("rate"))
                .map(column -> column.text(row))
                .toList();
    }

    @Test
    void takesSecondaryRateFromCurve() {
        CaseResult plain = measured(new double[] {1, 2, 3}, new double[] {1, 2, 3});
        double[] completed = {10, 12, 38};
        CaseResult result = new CaseResult(
                plain.id(),
                plain.plan().withCurve(new CurvePlan(Optional.empty(), List.of("completed"))),
                plain.status(),
                "",
                plain.score(),
                Map.of("completed", new Metric(20, 3, "ops/ms")),
                plain.forks().stream()
                        .map(fork -> fork.toBuilder()
                                .iterations(fork.iterations().stream()
                                        .map(it -> new IterationResult(
                                                it.phase(),
                                                it.number(),
                                                it.end(),
                                                it.score(),
                                                1,
                                                Map.of(),
                                                it.phase() == Phase.WARMUP
                                                        ? Map.of()
                                                        : Map.of(
                                                                "completed",
                                                                new Metric(
                                                                        completed[it.number() - 1],
                                                                        Double.NaN,
                                                                        "ops/ms")),
                                                Optional.empty()))
                                        .toList())
                                .build())
                        .toList());

        Metric row = CaseRow.allOf(result, Optional.empty()).get(1).metric().orElseThrow();
        double curve = Curves.rung(result, 0.99).orElseThrow().rate();

        assertThat(row.score()).isCloseTo(12, within(1e-9)).isCloseTo(curve / 1000, within(1e-9));
        assertThat(row.error()).isNaN();
        assertThat(pageRates(result))
                .as("the page's table has the rate of the chart")
                .containsExactly("12,000");
        assertThat(pageRates(plain)).isEmpty();
    }

    @Test
    void countsSingleOperationsInSampleMode() {
        CaseResult result = measured(new double[] {1, 2});
        List<IterationResult> sampled = result.forks().get(0).iterations().stream()
                .map(i -> new IterationResult(
                        i.phase(),
                        i.number(),
                        i.end(),
                        i.score(),
                        i.phase() == Phase.WARMUP ? 1_000 : 40,
                        Map.of(),
                        Map.of(),
                        Optional.empty()))
                .toList();
        CaseRow row = CaseRow.of(result.withForks(
                List.of(result.forks().get(0).toBuilder().iterations(sampled).build())));

        assertThat(row.count()).isEqualTo(80);
    }
}
