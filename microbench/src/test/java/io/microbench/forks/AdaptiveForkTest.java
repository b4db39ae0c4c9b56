// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fork.Signs;
import io.microbench.fork.Signs.StopReason;
import io.microbench.forks.ForkOutput.AdaptiveFork;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Mode;
import io.microbench.result.RulePoints;
import io.microbench.run.JmhFixtures;
import io.microbench.stopping.StopRule.Point;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.ScalarResult;

class AdaptiveForkTest {

    private static org.openjdk.jmh.results.IterationResult iteration(double perThread, boolean starved) {
        org.openjdk.jmh.results.IterationResult result = JmhFixtures.throughput(JmhFixtures.MEASUREMENT, perThread);
        result.addResult(new ScalarResult(Signs.STARVED, starved ? 1 : 0, "", AggregationPolicy.AVG));
        result.addResult(new ScalarResult(Signs.SECONDS, 0.1, "", AggregationPolicy.AVG));
        return result;
    }

    @Test
    void countsIterationsBeforeMeasuredPartAsWarmUp() {
        List<IterationResult> series = IntStream.rangeClosed(1, 5)
                .mapToObj(i -> new IterationResult(
                        Phase.MEASUREMENT, i, Instant.EPOCH, i, 1, Map.of(), Map.of(), Optional.empty()))
                .toList();

        List<IterationResult> marked = new AdaptiveFork(StopReason.STEADY, 2).iterations(series);

        assertThat(marked)
                .extracting(IterationResult::phase)
                .containsExactly(Phase.WARMUP, Phase.WARMUP, Phase.MEASUREMENT, Phase.MEASUREMENT, Phase.MEASUREMENT);
        assertThat(marked).extracting(IterationResult::number).containsExactly(1, 2, 1, 2, 3);
        assertThat(marked).extracting(IterationResult::score).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0);
    }

    @Test
    void computesScoreOfJmhFromQuietMeasuredIterations() {
        List<org.openjdk.jmh.results.IterationResult> all = new ArrayList<>(
                List.of(iteration(1, false), iteration(10, false), iteration(500, true), iteration(12, false)));
        BenchmarkResult whole = new BenchmarkResult(JmhFixtures.params(), all);

        BenchmarkResult part = new AdaptiveFork(StopReason.STEADY, 1).result(whole);

        // Each iteration has two threads.
        assertThat(part.getPrimaryResult().getScore()).isEqualTo(22);
        assertThat(part.getIterationResults()).hasSize(2);
        assertThat(JmhResults.metrics(part.getSecondaryResults()))
                .containsKeys("hits", "gc.alloc.rate.norm")
                .doesNotContainKeys(Signs.STARVED, Signs.SECONDS);
    }

    @Test
    void acceptsEveryReasonAsState() {
        assertThat(List.of(StopReason.values()))
                .extracting(reason -> new AdaptiveFork(reason, 0).stop("a-rule"))
                .containsExactly(
                        new ForkStop(ForkStop.State.STEADY, "a-rule"),
                        new ForkStop(ForkStop.State.UNSTEADY, "a-rule"),
                        new ForkStop(ForkStop.State.OUT_OF_TIME, "a-rule"),
                        new ForkStop(ForkStop.State.NO_QUIET_TIME, "a-rule"));
    }

    private static IterationResult measured(double score, boolean starved) {
        return new IterationResult(
                Phase.MEASUREMENT,
                1,
                Instant.EPOCH,
                score,
                1,
                Map.of(),
                Map.of(),
                Optional.of(MadeRecords.signs(0.1, 0, 0.02, 0, 0, 0, starved)));
    }

    @Test
    void passesTimePerOperationOfQuietIterationsToRule() {
        List<IterationResult> series = List.of(measured(4, false), measured(5, true), measured(0, false));

        assertThat(RulePoints.of(series, Mode.AVERAGE_TIME)).containsExactly(new Point(4, 0.1, 0.02));
        assertThat(RulePoints.of(series, Mode.THROUGHPUT)).containsExactly(new Point(0.25, 0.1, 0.02));
    }
}
