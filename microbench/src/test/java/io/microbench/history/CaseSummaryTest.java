// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseSummaryTest {

    private static final ForkSetup SETUP = new ForkSetup("VM", List.of(), "compiler", List.of());

    private static CaseSummary made(String id, String unit, double value, OptionalDouble bytes, List<Double> forks) {
        return new CaseSummary(
                id,
                Mode.of("avgt"),
                unit,
                value,
                Optional.empty(),
                bytes,
                forks,
                SETUP,
                OptionalDouble.empty(),
                Optional.empty());
    }

    private static CaseResult measured(Map<String, Metric> secondary, double... medians) {
        CaseResult result = Records.measured("encode", "avgt", "ns/op", medians);
        return new CaseResult(
                result.id(), result.plan(), result.status(), "", result.score(), secondary, result.forks());
    }

    private static Optional<CaseSummary> of(CaseResult result) {
        return CaseSummary.of(result, Records.run(result));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void rejectsNonFiniteNumbers(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made("a.B.c", "ns/op", value, OptionalDouble.empty(), List.of(1.0)))
                .withMessage("value = " + value + ": only finite numbers are stored");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made("a.B.c", "ns/op", 1, OptionalDouble.of(value), List.of(1.0)))
                .withMessage("allocated bytes = " + value + ": only finite numbers are stored");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made("a.B.c", "ns/op", 1, OptionalDouble.empty(), List.of(1.0, value)))
                .withMessage("fork value = " + value + ": only finite numbers are stored");
    }

    @Test
    void rejectsNonFiniteEndsOfInterval() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CaseSummaryBuilder.of("a.B.c", 1)
                        .interval(1, Double.POSITIVE_INFINITY)
                        .build())
                .withMessage("upper end of the interval = Infinity: only finite numbers are stored");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ns/op, case id is empty",
        "a.B.c, ops/s, 'Unit ops/s does not match mode avgt: times are in <time>/op'",
        "a.B.c, parsec, 'Unit parsec of mode avgt: expected ops/<time> or <time>/op with <time> one of ns, us, ms, s,"
                + " min, hr, day'"
    })
    void requiresIdAndMatchingUnit(String id, String unit, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made(id, unit, 1, OptionalDouble.empty(), List.of(1.0)))
                .withMessage(message);
    }

    @Test
    void requiresAtLeastOneForkAndCopiesList() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> made("a.B.c", "ns/op", 1, OptionalDouble.empty(), List.of()))
                .withMessage("fork value: missing; expected at least 1");

        List<Double> forks = new ArrayList<>(List.of(1.0, 2.0));
        CaseSummary summary = made("a.B.c", "ns/op", 1, OptionalDouble.empty(), forks);
        forks.clear();
        assertThat(summary.forks()).isEqualTo(2);
    }

    @Test
    void treatsNanAllocationAsNotMeasured() {
        assertThat(of(measured(Map.of(), 1, 2)).orElseThrow().allocatedBytes()).isEmpty();
        assertThat(of(measured(Map.of(Metric.ALLOCATION, new Metric(Double.NaN, 0, "B/op")), 1, 2))
                        .orElseThrow()
                        .allocatedBytes())
                .isEmpty();
        assertThat(of(measured(Map.of(Metric.ALLOCATION, new Metric(0, 0, "B/op")), 1, 2))
                        .orElseThrow()
                        .allocatedBytes())
                .hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "0.5, false", "0.51, true", "1, true"})
    void isMostlyStarvedAboveHalf(double share, boolean mostly) {
        CaseSummary summary = made("a.B.c", "ns/op", 1, OptionalDouble.empty(), List.of(1.0));

        assertThat(Runs.starved(summary, share).mostlyStarved()).isEqualTo(mostly);
        assertThat(summary.mostlyStarved()).as("not known").isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void rejectsSharesOutsideZeroToOne(double share) {
        CaseSummary summary = made("a.B.c", "ns/op", 1, OptionalDouble.empty(), List.of(1.0));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Runs.starved(summary, share))
                .withMessage("starvedShare: " + share + "; expected a number from 0 up to 1");
    }

    @Test
    void equalsSummaryWithUnknownValue() {
        CaseSummary summary = made("a.B.c", "ns/op", 1, OptionalDouble.empty(), List.of(1.0));

        assertThat(summary.isSame(Runs.starved(summary, 0.75))).isTrue();
        assertThat(Runs.starved(summary, 0.75).isSame(summary)).isTrue();
        assertThat(Runs.starved(summary, 0.75).isSame(Runs.starved(summary, 0.5)))
                .isFalse();
        assertThat(summary.isSame(Runs.with(summary, "CPUs=8"))).isTrue();
        assertThat(Runs.with(summary, "CPUs=8").isSame(summary)).isTrue();
        assertThat(Runs.with(summary, "CPUs=8").isSame(Runs.with(summary, "CPUs=4")))
                .isFalse();
        assertThat(summary.isSame(made("a.B.c", "ns/op", 2, OptionalDouble.empty(), List.of(1.0))))
                .isFalse();
    }

    @Test
    void takesSetUpFromFirstForkWithValue() {
        CaseResult result = measured(Map.of(), Double.NaN, 5);
        CaseSummary summary = of(result.withForks(List.of(
                        result.forks().get(0).toBuilder().vm("broken").build(),
                        result.forks().get(1).toBuilder().vm("sound").build())))
                .orElseThrow();

        assertThat(summary.setup().vm()).isEqualTo("sound");
        assertThat(summary.forkValues()).containsExactly(5.0);
        assertThat(summary.interval()).isEmpty();
    }
}
