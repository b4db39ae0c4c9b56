// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.fork.Signs;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import io.microbench.run.JmhFixtures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.util.SampleBuffer;

class JmhResultsTest {

    private static final Instant END = Instant.parse("2026-03-01T00:00:00Z");

    /** JMH 1.36 and older mark the results of profilers with a dot. */
    @Test
    void normalizesProfilerNamesOfEveryVersionOfJmh() {
        Result<?> allocated = new ScalarResult("gc.alloc.rate.norm", 24, "B/op", AggregationPolicy.AVG);

        assertThat(JmhResults.metrics(Map.of("\u00b7gc.alloc.rate.norm", allocated)))
                .containsOnlyKeys("gc.alloc.rate.norm");
    }

    @Test
    void keepsScoreAndSecondaryResultsOfIteration() {
        IterationResult kept =
                JmhResults.iteration(IterationType.WARMUP, 3, END, JmhFixtures.throughput(JmhFixtures.WARMUP, 50));

        assertThat(kept.phase()).isEqualTo(Phase.WARMUP);
        assertThat(kept.number()).isEqualTo(3);
        assertThat(kept.end()).isEqualTo(END);
        assertThat(kept.score()).isEqualTo(100, within(1e-9));
        assertThat(kept.secondary()).containsOnlyKeys("gc.alloc.rate.norm", "hits");
        assertThat(kept.secondary()).hasEntrySatisfying("gc.alloc.rate.norm", metric -> assertThat(metric.unit())
                .isEqualTo("B/op"));
    }

    /** Two threads are two values to JMH, but not a sample of operations. */
    @Test
    void doesNotTreatThreadsAsSamples() {
        IterationResult kept = JmhResults.iteration(
                IterationType.MEASUREMENT, 1, END, JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 50));

        assertThat(kept.samples()).isOne();
        assertThat(kept.percentiles()).isEmpty();
    }

    @Test
    void keepsPercentilesOfSamplesInAscendingOrder() {
        IterationResult kept = JmhResults.iteration(
                IterationType.MEASUREMENT, 1, END, JmhFixtures.samples(JmhFixtures.MEASUREMENT, 100));

        assertThat(kept.samples()).isEqualTo(100);
        assertThat(kept.percentiles().keySet())
                .containsExactly("0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "100.0");
        assertThat(kept.percentiles().get("0.0")).isEqualTo(1, within(0.01));
        assertThat(kept.percentiles().get("50.0")).isEqualTo(50.5, within(1.0));
        assertThat(kept.percentiles().get("100.0")).isEqualTo(100, within(1.0));
        assertThat(List.copyOf(kept.percentiles().values())).isSorted();
    }

    private static org.openjdk.jmh.results.IterationResult withUnits(double perMilli) {
        org.openjdk.jmh.results.IterationResult sent = JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 50);
        sent.addResult(new ThroughputResult(
                ResultRole.PRIMARY, Signs.UNITS, perMilli, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS));
        return sent;
    }

    @Test
    void replacesScoreOfMethodByScoreOfUnits() {
        org.openjdk.jmh.results.IterationResult scored = JmhResults.scored(withUnits(8));

        assertThat(scored.getRawPrimaryResults()).hasSize(1);
        assertThat(scored.getPrimaryResult().getScore()).isEqualTo(8, within(1e-9));
        assertThat(JmhResults.metrics(scored.getSecondaryResults()))
                .containsOnlyKeys("gc.alloc.rate.norm", "hits", Metric.BODY);
        assertThat(JmhResults.metrics(scored.getSecondaryResults()))
                .hasEntrySatisfying(
                        Metric.BODY, body -> assertThat(body.score()).isEqualTo(100, within(1e-9)));
    }

    /** A limit for a percentile applies to units. */
    @Test
    void replacesPercentilesByThoseOfUnits() {
        org.openjdk.jmh.results.IterationResult sent = JmhFixtures.samples(JmhFixtures.MEASUREMENT, 100);
        SampleBuffer units = new SampleBuffer();
        units.add(8_000_000);
        units.add(9_000_000);
        sent.addResult(new SampleTimeResult(ResultRole.PRIMARY, Signs.UNITS, units, TimeUnit.MICROSECONDS));

        IterationResult kept = JmhResults.iteration(IterationType.MEASUREMENT, 1, END, JmhResults.scored(sent));

        assertThat(kept.samples()).isEqualTo(2);
        assertThat(kept.score()).isEqualTo(8500, within(10.0));
        assertThat(kept.percentiles().get("100.0")).isEqualTo(9000, within(10.0));
        assertThat(kept.secondary()).hasEntrySatisfying(Metric.BODY, body -> assertThat(body.score())
                .isEqualTo(50.5, within(0.1)));
    }

    @Test
    void keepsIterationWithoutUnits() {
        org.openjdk.jmh.results.IterationResult sent = JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 50);

        assertThat(JmhResults.scored(sent)).isSameAs(sent);
    }

    /** A single such iteration used to make the score of the whole case NaN. */
    @Test
    void excludesIterationsWithoutUnitsFromScoreOfFork() {
        BenchmarkResult fork = JmhResults.scored(
                new BenchmarkResult(JmhFixtures.params(), List.of(withUnits(8), withUnits(Double.NaN), withUnits(10))));
        BenchmarkResult none = JmhResults.scored(
                new BenchmarkResult(JmhFixtures.params(), List.of(withUnits(Double.NaN), withUnits(Double.NaN))));
        ForkRun.Outcome recorded = new ForkRun.Outcome(ForkResult.builder(1).build(), Optional.empty(), Map.of());

        assertThat(JmhResults.report(recorded, List.of(fork)).score())
                .hasValueSatisfying(score -> assertThat(score.score()).isEqualTo(9, within(1e-9)));
        assertThat(JmhResults.report(recorded, List.of(none)).score())
                .hasValueSatisfying(score -> assertThat(score.score()).isNaN());
    }

    @Test
    void returnsNoErrorForSingleValue() {
        Metric metric = JmhResults.metric(
                JmhFixtures.samples(JmhFixtures.MEASUREMENT, 1).getPrimaryResult());

        assertThat(metric.score()).isEqualTo(1, within(0.01));
        assertThat(metric.error()).isNaN();
        assertThat(metric.unit()).isEqualTo("us/op");
    }
}
