// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.scaling.Curve.Rung;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests latency without percentiles over all forks. */
class LatenciesTest {

    private static final double CONFIDENCE = 0.95;

    private static CaseResult result(Mode mode, Optional<String> named, int threads, String unit, ForkResult... forks) {
        IterationPlan iterations = new IterationPlan(1, Duration.ofSeconds(1), 1);
        CasePlan plan = CasePlan.builder(mode)
                .threads(threads)
                .forks(forks.length)
                .warmup(iterations)
                .measurement(iterations)
                .build();
        CaseId id = new CaseId("acme.Map", "put", new TreeMap<>(), threads, named);
        return new CaseResult(
                id, plan, CaseResult.Status.DONE, "", Optional.of(new Metric(1, 1, unit)), Map.of(), List.of(forks));
    }

    private static ForkResult fork(double score, List<Map<String, Double>> percentiles) {
        List<IterationResult> all = new ArrayList<>();
        percentiles.forEach(some -> all.add(new IterationResult(
                Phase.MEASUREMENT, all.size() + 1, Instant.EPOCH, score, 1, some, Map.of(), Optional.empty())));
        return ForkResult.builder(1).iterations(all).build();
    }

    private static CaseResult throughput(int threads, double... rates) {
        ForkResult[] forks = new ForkResult[rates.length];
        for (int i = 0; i < rates.length; i++) {
            forks[i] = fork(rates[i], List.of(Map.of()));
        }
        return result(Mode.THROUGHPUT, Optional.of("thrpt"), threads, "ops/ms", forks);
    }

    private static CaseResult sampled(Optional<String> named, int threads, List<Map<String, Double>> percentiles) {
        return result(Mode.SAMPLE_TIME, named, threads, "us/op", fork(2, percentiles));
    }

    @Test
    void usesSampledCaseAsLatencyOfRungWithSameThreads() {
        Optional<String> sample = Optional.of("sample");
        Collection<Curve> curves = Curves.byFamily(
                        List.of(
                                throughput(1, 10),
                                sampled(sample, 1, List.of(Map.of("50.0", 2.0, "99.9", 7.5))),
                                throughput(2, 20),
                                sampled(sample, 2, List.of(Map.of("50.0", 3.0)))),
                        CONFIDENCE)
                .values();

        assertThat(curves).singleElement().satisfies(curve -> {
            assertThat(curve.rungs()).extracting(Rung::workers).containsExactly(1, 2);
            assertThat(curve.rungs().get(0).latency())
                    .containsExactly(Map.entry(50.0, 2000.0), Map.entry(99.9, 7500.0));
            assertThat(curve.rungs().get(1).latency()).containsExactly(Map.entry(50.0, 3000.0));
        });
    }

    @Test
    void createsCurveFromSampledCasesWithMedianOverIterations() {
        List<Map<String, Double>> three = List.of(Map.of("50.0", 1.0), Map.of("50.0", 9.0), Map.of("50.0", 2.0));
        Collection<Curve> curves = Curves.byFamily(
                        List.of(sampled(Optional.empty(), 1, three), sampled(Optional.empty(), 2, three)), CONFIDENCE)
                .values();

        assertThat(curves).singleElement().satisfies(curve -> {
            assertThat(curve.rungs().get(0).rate()).isCloseTo(500_000, Offset.offset(1e-6));
            assertThat(curve.rungs().get(1).rate()).isCloseTo(1_000_000, Offset.offset(1e-6));
            assertThat(curve.rungs())
                    .allSatisfy(rung -> assertThat(rung.latency()).containsExactly(Map.entry(50.0, 2000.0)));
        });
    }
}
