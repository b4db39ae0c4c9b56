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
import java.util.Random;
import java.util.stream.DoubleStream;
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
    void usesLastForksOfLongBaseline() {
        double[] drifted = DoubleStream.concat(
                        DoubleStream.generate(() -> 200).limit(20), Arrays.stream(forks(10, 100)))
                .toArray();

        assertThat(compare("ops/s", drifted, forks(2, 100)).before()).isEqualTo(10);
        assertThat(compare("ops/s", drifted, forks(2, 100)).baselineValue()).isLessThan(101);
        Random random = new Random(5);
        assertThat(compare("ops/s", noisy(random, 30, 100), noisy(random, 15, 100))
                        .before())
                .isEqualTo(15);
    }

    /** Three forks of the new code are enough, unless the old code had only one. */
    @ParameterizedTest
    @CsvSource({"1, 4", "2, 3", "3, 2", "5, 2", "30, 2"})
    void findsHalvedThroughputSoon(int baseline, int within) {
        Random random = new Random(11);
        int found = 0;
        for (int run = 0; run < 1000; run++) {
            double[] old = noisy(random, baseline, 100);
            found += compare("ops/s", old, noisy(random, within, 50)).verdict() == Verdict.SLOWER ? 1 : 0;
        }

        assertThat(found).isGreaterThan(950);
    }

    @Test
    void ignoresForkDisturbedByCompiler() {
        double[] measured = {1_250, 1_380, 1_370, 1_350, 1_100, 522};

        BaselineComparison found = compare("ops/s", measured, new double[] {690, 705, 660});

        assertThat(found.before()).isEqualTo(5);
        assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    }

    /** Judged after each fork until the first verdict, as a watch does. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5, 30})
    void reportsFalseChangeInAtMostOneOfHundredWatches(int baseline) {
        Random random = new Random(7);
        int watches = 2000;
        int alarms = 0;
        for (int watch = 0; watch < watches; watch++) {
            double[] old = noisy(random, baseline, 100);
            double[] all = noisy(random, 30, 100);
            boolean alarm = false;
            for (int forks = 1; forks <= all.length && !alarm; forks++) {
                Verdict verdict =
                        compare("ops/s", old, Arrays.copyOf(all, forks)).verdict();
                alarm = verdict == Verdict.SLOWER || verdict == Verdict.FASTER;
            }
            alarms += alarm ? 1 : 0;
        }

        assertThat(alarms).isLessThanOrEqualTo(watches / 100);
    }

    /** Values that spread by 3 %. */
    private static double[] noisy(Random random, int count, double value) {
        return DoubleStream.generate(() -> value * Math.exp(0.03 * random.nextGaussian()))
                .limit(count)
                .toArray();
    }

    @Test
    void returnsEmptyWithoutForksOnBothSides() {
        assertThat(BaselineComparison.of(List.of(), rounds("ops/s", 1))).isEmpty();
        assertThat(BaselineComparison.of(rounds("ops/s", 1), List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void returnsEmptyForValuesNotAboveZero(double value) {
        assertThat(BaselineComparison.of(rounds("ops/s", 5, value), rounds("ops/s", 5, 5)))
                .isEmpty();
        assertThat(BaselineComparison.of(rounds("ops/s", 5, 5), rounds("ops/s", 5, value)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ops/s, 2", "ops/us, 2", "ns/op, 0.5", "s/op, 0.5", "'', 0.5"})
    void computesSpeedFromRateOrTime(String unit, double speed) {
        assertThat(compare(unit, new double[] {4}, new double[] {8}).ratio()).isCloseTo(speed, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"100, SAME", "90, SLOWER", "110, FASTER"})
    void decidesWithManyConsistentForks(double candidate, Verdict verdict) {
        BaselineComparison many = compare("ops/s", forks(12, 100), forks(12, candidate));

        assertThat(many.verdict()).isEqualTo(verdict);
        assertThat(many.interval()).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isLessThanOrEqualTo(many.ratio());
            assertThat(interval.high()).isGreaterThanOrEqualTo(many.ratio());
        });
        assertThat(many.line()).startsWith("baseline 100.").endsWith("]: " + verdict);
    }

    @Test
    void showsWideIntervalAsUndecided() {
        double[] noise = {100, 130, 80, 120, 90, 110};

        assertThat(compare("ns/op", noise, noise).line())
                .matches("baseline 105\\.00 ns/op, candidate 105\\.00 ns/op, speed \\S+ \\[-\\S+%, \\+\\S+%\\]:"
                        + " undecided after 6 forks");
    }

    @ParameterizedTest
    @CsvSource({"9.99, +899.0%", "10, x10.00", "12.345, x12.35", "0.001, -99.9%"})
    void formatsTenfoldChangeAsFactor(double candidate, String change) {
        assertThat(compare("ops/s", new double[] {1}, new double[] {candidate}).line())
                .contains(", speed " + change + ": undecided after 1 fork;");
    }
}
