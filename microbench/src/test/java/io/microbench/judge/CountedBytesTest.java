// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedBytesTest {

    /** Returns a case with the given number of operations per iteration of one second. */
    private static CaseResult result(int warmups, double operations, Metric... bytes) {
        IterationPlan iteration = new IterationPlan(1, Duration.ofSeconds(1), 1);
        CasePlan plan = CasePlan.builder(Mode.THROUGHPUT)
                .timeUnit("SECONDS")
                .forks(bytes.length)
                .warmup(new IterationPlan(warmups, Duration.ofSeconds(1), 1))
                .measurement(iteration)
                .build();
        List<ForkResult> forks = new ArrayList<>();
        for (Metric one : bytes) {
            forks.add(ForkResult.builder(forks.size() + 1)
                    .iterations(List.of(new IterationResult(
                            IterationResult.Phase.MEASUREMENT,
                            1,
                            Instant.EPOCH,
                            operations,
                            1,
                            Map.of(),
                            Map.of(),
                            Optional.empty())))
                    .secondary(Double.isNaN(one.score()) ? Map.of() : Map.of(Metric.ALLOCATION, one))
                    .build());
        }
        return new CaseResult(
                new CaseId("a.B", "c", new TreeMap<>(), 1, Optional.empty()),
                plan,
                CaseResult.Status.DONE,
                "",
                Optional.of(new Metric(operations, Double.NaN, "ops/s")),
                Map.of(),
                forks);
    }

    private static Metric bytes(double score, double error) {
        return new Metric(score, error, "B/op");
    }

    @ParameterizedTest
    @CsvSource({
        // 40 kB per iteration are attributed to JMH, regardless of the number of operations.
        "1, 1000, 40, NaN, false",
        "1, 1000, 200, NaN, true",
        "1, 1e8, 0.0004, NaN, false",
        "1, 1e8, 0.11, NaN, true",
        "1, 1000, 200, 150, true",
        // Without a warm-up, up to 500 kB per iteration are attributed to JMH.
        "0, 1000, 500, NaN, false",
        "0, 1000, 1100, NaN, true",
        "0, 1000, 1100, 100, false"
    })
    void countsAsMoreOnlyAboveBytesOfJmh(int warmups, double operations, double score, double error, boolean more) {
        assertThat(CountedBytes.of(result(warmups, operations, bytes(score, error))))
                .hasValueSatisfying(counted -> assertThat(counted.isMore()).isEqualTo(more));
    }

    @Test
    void averagesForks() {
        CountedBytes counted =
                CountedBytes.of(result(1, 1e6, bytes(16, 1), bytes(24, 3))).orElseThrow();

        assertThat(counted.perOperation()).isEqualTo(20);
        assertThat(counted.limit()).isCloseTo(0.131, Offset.offset(0.001));
    }

    @Test
    void isUnknownUnlessAllForksCounted() {
        assertThat(CountedBytes.of(result(1, 1e6, bytes(16, 1), bytes(Double.NaN, 3))))
                .isEmpty();
    }
}
