// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.judge.Verdict;
import io.microbench.watch.WatchLog.BaselineComparison;
import io.microbench.watch.WatchLog.WatchedFork;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineComparisonTest {

    private static List<WatchedFork> rounds(String unit, double... values) {
        return Arrays.stream(values)
                .mapToObj(value -> new WatchedFork(Instant.EPOCH, 1, value, unit))
                .toList();
    }

    private static BaselineComparison compare(String unit, double[] baseline, double[] candidate) {
        return BaselineComparison.of(rounds(unit, baseline), rounds(unit, candidate))
                .orElseThrow();
    }

    private static double[] forks(int count, double value) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> value * (1 + 0.0001 * (i % 2)));
        return values;
    }

    @Test
    void theFirstForkOfTheNewCodeGoesWithTheLastOfTheOld() {
        BaselineComparison warming = compare("ops/s", new double[] {100, 200, 300}, new double[] {300, 200});

        assertThat(warming.pairs()).isEqualTo(2);
        assertThat(warming.ratio()).isEqualTo(1);
        assertThat(warming.baselineValue()).as("the oldest fork is in no pair").isEqualTo(250);
        assertThat(warming.candidateValue()).isEqualTo(250);
    }

    @Test
    void withoutAForkOnBothSidesThereIsNothingToCompare() {
        assertThat(BaselineComparison.of(List.of(), rounds("ops/s", 1))).isEmpty();
        assertThat(BaselineComparison.of(rounds("ops/s", 1), List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void aForkThatIsNotAboveZeroHasNoRatio(double value) {
        assertThat(BaselineComparison.of(rounds("ops/s", 5, value), rounds("ops/s", 5, 5)))
                .isEmpty();
        assertThat(BaselineComparison.of(rounds("ops/s", 5, 5), rounds("ops/s", 5, value)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ops/s, 2", "ops/us, 2", "ns/op, 0.5", "s/op, 0.5", "'', 0.5"})
    void twiceTheRateIsTwiceTheSpeedAndTwiceTheTimeIsHalfOfIt(String unit, double speed) {
        assertThat(compare(unit, new double[] {4}, new double[] {8}).ratio()).isCloseTo(speed, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"100, SAME", "90, SLOWER", "110, FASTER"})
    void manyForksThatAgreeDecide(double candidate, Verdict verdict) {
        BaselineComparison many = compare("ops/s", forks(12, 100), forks(12, candidate));

        assertThat(many.verdict()).isEqualTo(verdict);
        assertThat(many.interval()).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isLessThanOrEqualTo(many.ratio());
            assertThat(interval.high()).isGreaterThanOrEqualTo(many.ratio());
        });
        assertThat(many.line()).startsWith("baseline 100.").endsWith("]: " + verdict);
    }

    @Test
    void aWideIntervalIsShownAndLeftUndecided() {
        double[] noise = {100, 130, 80, 120, 90, 110};

        assertThat(compare("ns/op", noise, noise).line())
                .matches("baseline 105\\.000 ns/op, candidate 105\\.000 ns/op, speed \\S+ \\[-\\S+%, \\+\\S+%\\]:"
                        + " undecided after 6 forks");
    }

    @Test
    void theBaselineIsExhaustedOnceTheNewCodeHasMoreForks() {
        double[] two = {100, 101};

        assertThat(compare("ops/s", two, two).exhausted()).isFalse();
        BaselineComparison three = compare("ops/s", two, new double[] {100, 101, 102});
        assertThat(three.exhausted()).isTrue();
        assertThat(three.pairs()).isEqualTo(2);
        assertThat(three.line()).endsWith("undecided after 2 forks, all that there were of the baseline");
    }

    @ParameterizedTest
    @CsvSource({"9.99, +899.0%", "10, x10.00", "12.345, x12.35", "0.001, -99.9%"})
    void fromTenTimesOnAChangeIsAFactor(double candidate, String change) {
        assertThat(compare("ops/s", new double[] {1}, new double[] {candidate}).line())
                .contains(", speed " + change + ": undecided after 1 fork");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"999999 | 999,999.000", "1000000 | 1 M", "2500000000 | 2.50 G", "0.0123 | 0.0123"})
    void fromAMillionOnAValueHasAPrefix(double value, String text) {
        assertThat(BaselineComparison.number(value)).isEqualTo(text);
    }
}
