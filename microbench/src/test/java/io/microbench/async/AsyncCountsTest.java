// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fork.TakenResults;
import io.microbench.run.JmhFixtures;
import io.microbench.stats.Percentiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;

class AsyncCountsTest {

    private static final Histogram NO_TIMES = new Histogram();

    private static Histogram micros(long... micros) {
        Histogram histogram = new Histogram();
        Arrays.stream(micros).forEach(time -> histogram.add(1000 * time, 1));
        return histogram;
    }

    private static List<Result<?>> results(Histogram latency) {
        return new AsyncCounts(1, latency.total(), latency.total(), 0, 0, 0, 0, 1, latency, NO_TIMES).results();
    }

    private static Map<String, Double> scores(Histogram latency) {
        return TakenResults.of(List.of(results(latency)));
    }

    /** Durations of 7 and 8 us: the mean is exact, although buckets are not. */
    @Test
    void scoresMeanTimeOfUnitsInUnitOfBenchmark() {
        Histogram times = new Histogram();
        times.addSum(15_001, 2);
        BenchmarkParams perMilli = JmhFixtures.params();

        assertThat(perMilli.getMode()).isEqualTo(Mode.Throughput);
        assertThat(AsyncCounts.score(times, perMilli).getScore()).isCloseTo(1e6 / 7500.5, within(1e-9));
        assertThat(AsyncCounts.score(times, perMilli).getScoreUnit()).isEqualTo("ops/ms");
        assertThat(AsyncCounts.score(NO_TIMES, perMilli).getScore()).isNaN();
        for (Mode mode : List.of(Mode.AverageTime, Mode.SampleTime, Mode.SingleShotTime)) {
            Result<?> score = AsyncCounts.score(times, JmhFixtures.params(mode));
            assertThat(score.getScore()).as(mode.name()).isCloseTo(0.0075005, within(0.00005));
            assertThat(score.getScoreUnit()).isEqualTo("ms/op");
            assertThat(score.getRole().isPrimary()).isTrue();
        }
    }

    /** Type 6 of Hyndman and Fan, as in the statistics over iterations. */
    @Test
    void computesSamePercentilesAsReports() {
        long[] times = {9, 9, 10, 10, 10, 11, 12, 36};
        Percentiles percentiles =
                Percentiles.of(LongStream.of(times).asDoubleStream().toArray());
        Map<String, Double> scores = scores(micros(times));

        for (String fraction : List.of("0.00", "0.50", "0.90", "0.99", "0.999", "1.00")) {
            double wanted = percentiles.at(100 * Double.parseDouble(fraction));
            assertThat(scores.get("async.latency:p" + fraction)).as(fraction).isCloseTo(wanted, within(wanted / 100));
        }
        assertThat(scores).containsEntry("async.latency:samples", 8.0);
        assertThat(scores.get("async.latency")).isCloseTo(13.375, within(0.1));
    }

    @Test
    void reportsMostFrequentTimeAsMode() {
        assertThat(scores(micros(7, 50, 50, 50, 900))).containsKey("async.latency:mode");
        assertThat(scores(micros(7, 50, 50, 50, 900)).get("async.latency:mode")).isCloseTo(50, within(0.5));
        assertThat(scores(micros(7, 50, 50, 50, 900))).doesNotContainKey("async.latency:mode2");
    }

    @Test
    void locatesModeOfNormalDistributionDespiteWiderBuckets() {
        Random random = new Random(5);
        Histogram histogram = new Histogram();
        for (int i = 0; i < 100_000; i++) {
            histogram.add(Math.round(900 + 200 * random.nextGaussian()), 1);
        }

        assertThat(scores(histogram).get("async.latency:mode")).isBetween(0.8, 1.0);
    }

    @Test
    void locatesModeOfExponentialDistributionNearZero() {
        Random random = new Random(5);
        Histogram histogram = new Histogram();
        for (int i = 0; i < 100_000; i++) {
            histogram.add(Math.round(-6_000 * Math.log(1 - random.nextDouble())), 1);
        }

        assertThat(scores(histogram).get("async.latency:mode")).isLessThan(0.5);
    }

    @Test
    void ignoresTwoEqualShortTimesBesideManyLongOnes() {
        Histogram histogram = micros(5, 5, 5, 5, 5, 5, 5, 5);
        histogram.add(200, 2);

        assertThat(scores(histogram).get("async.latency:mode")).isCloseTo(5, within(0.05));
    }

    /** BencheeAsync printed all modes in one column of fixed width. */
    @Test
    void reportsEachModeAsSeparateNumber() {
        Map<String, Double> scores = scores(micros(200, 400, 400, 400, 500, 500, 500, 700, 900));

        assertThat(scores.get("async.latency:mode")).isCloseTo(400, within(4.0));
        assertThat(scores.get("async.latency:mode2")).isCloseTo(500, within(5.0));
        assertThat(scores).doesNotContainKey("async.latency:mode3");
    }

    @Test
    void reportsNoModeWithoutRepeatedTimes() {
        assertThat(scores(micros(1, 20, 300)))
                .containsKey("async.latency:p0.50")
                .doesNotContainKey("async.latency:mode");
    }

    /** A mean of two modes, or of two 99th percentiles, would be a time that hardly any unit took. */
    @Test
    void mergesIterationsByTime() {
        Map<String, Double> scores =
                TakenResults.of(List.of(results(micros(10, 10, 10)), results(micros(90, 90, 500)), results(NO_TIMES)));

        assertThat(scores.get("async.latency:mode")).isCloseTo(10, within(0.1));
        assertThat(scores.get("async.latency:p1.00")).isCloseTo(500, within(5.0));
        assertThat(scores).containsEntry("async.latency:samples", 6.0).containsEntry("async.completed", 6.0);
        assertThat(scores.get("async.latency")).isCloseTo(710.0 / 6, within(1.0));
    }

    @Test
    void countsABillionUnitsPerIterationExactly() {
        Histogram histogram = new Histogram();
        histogram.add(100, 30_000_000_000L);
        histogram.add(200, 10_000_000_000L);
        Map<String, Double> scores = TakenResults.of(List.of(results(histogram), results(histogram)));

        assertThat(scores)
                .containsEntry("async.latency:samples", 8e10)
                .containsEntry("async.latency:mode", 0.1)
                .containsEntry("async.latency:p0.50", 0.1)
                .containsEntry("async.latency:p0.90", 0.2);
        assertThat(scores.get("async.latency")).isCloseTo(0.125, within(1e-9));
    }
}
