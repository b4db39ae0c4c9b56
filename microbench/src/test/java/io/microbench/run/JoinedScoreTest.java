// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import io.microbench.warning.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.util.ListStatistics;

class JoinedScoreTest {

    private static IterationResult iteration(double score, long samples) {
        return new IterationResult(
                Phase.MEASUREMENT, 1, Instant.EPOCH, score, samples, Map.of(), Map.of(), Optional.empty());
    }

    private static ForkResult fork(IterationResult... iterations) {
        return ForkResult.builder(1)
                .iterations(List.of(iterations))
                .secondary(Map.of(
                        "gc.count", new Metric(3, Double.NaN, "counts"),
                        "gc.alloc.rate.norm", new Metric(24, 0.1, "B/op")))
                .build();
    }

    @Test
    void scoresForksOfUnfinishedCaseOfKilledRun() {
        PlannedCase planned = TestPlans.tiny(CountingFixture.class, "count", 3);
        CaseResult one = CaseResult.planned(planned.id(), planned.plan())
                .withForks(List.of(fork(iteration(1, 1), iteration(2, 1))));
        RunRecord killed = new RunRecord(
                RunRecord.SCHEMA_VERSION,
                "r",
                Instant.EPOCH,
                Optional.empty(),
                MadeRecords.machine().build(),
                List.of(),
                List.of(one, CaseResult.planned(planned.id().withThreads(2), planned.plan())),
                Optional.empty());
        List<CaseResult> cases = JoinedScore.soFar(killed).cases();

        assertThat(cases).extracting(CaseResult::status).containsExactly(Status.DONE, Status.PLANNED);
        Metric score = cases.get(0).score().orElseThrow();
        assertThat(score.score()).isEqualTo(1.5);
        assertThat(ScoreUnit.of(planned.plan().mode(), score.unit()).symbol()).isEqualTo(score.unit());
        assertThat(Warning.of(JoinedScore.soFar(killed)))
                .extracting(Warning::message)
                .contains("the run ended early; the score is that of 1 of 3 forks. Run it again for all forks.");
    }

    @Test
    void computesMeanAndErrorOverAllIterationsLikeJmh() {
        JoinedScore joined =
                JoinedScore.of(List.of(fork(iteration(1, 1), iteration(2, 1)), fork(iteration(6, 1))), "ops/ms");

        ListStatistics jmh = new ListStatistics(new double[] {1, 2, 6});
        assertThat(joined.primary()).isEqualTo(new Metric(3, jmh.getMeanErrorAt(0.999), "ops/ms"));
    }

    @Test
    void weightsSampledIterationsByTheirSamples() {
        Metric joined = JoinedScore.of(List.of(fork(iteration(1, 300)), fork(iteration(5, 100))), "us/op")
                .primary();

        assertThat(joined.score()).isCloseTo(2, within(1e-12));
        assertThat(joined.error()).isNaN();
    }

    @Test
    void sumsCollectionsButNotAllocationRates() {
        Map<String, Metric> joined = JoinedScore.of(List.of(fork(iteration(1, 1)), fork(iteration(1, 1))), "ops/ms")
                .secondary();

        assertThat(joined)
                .hasEntrySatisfying(
                        "gc.count", count -> assertThat(count.score()).isEqualTo(6))
                .hasEntrySatisfying(
                        "gc.alloc.rate.norm", bytes -> assertThat(bytes.score()).isEqualTo(24));
    }

    /** As in a host that has run all forks ({@code JmhResults.report}). */
    @Test
    void excludesIterationsWithoutUnits() {
        ForkResult some = fork(iteration(8, 1), iteration(Double.NaN, 1), iteration(10, 1));
        ForkResult sampled = fork(iteration(8, 30), iteration(Double.NaN, 0), iteration(10, 10));

        assertThat(JoinedScore.of(List.of(some, fork(iteration(12, 1))), "ms/op")
                        .primary()
                        .score())
                .isEqualTo(10);
        assertThat(JoinedScore.of(List.of(sampled), "ms/op").primary().score()).isEqualTo(8.5);
        assertThat(JoinedScore.of(List.of(fork(iteration(Double.NaN, 1))), "ms/op")
                        .primary()
                        .score())
                .isNaN();
    }

    @Test
    void excludesFailedForks() {
        ForkResult failed = fork(iteration(100, 1)).toBuilder()
                .failure(Optional.of(new Failure(Failure.Kind.NODE_LOST, "lost", "", List.of(), List.of())))
                .build();

        assertThat(JoinedScore.of(List.of(failed, fork(iteration(1, 1))), "ops/ms")
                        .primary()
                        .score())
                .isEqualTo(1);
    }
}
