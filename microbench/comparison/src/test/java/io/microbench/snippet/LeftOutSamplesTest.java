// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that samples that are not finite, and those of failed forks, are excluded from the scores of a snippet. */
class LeftOutSamplesTest {

    private static final Failure FAILURE =
            new Failure(Failure.Kind.THREW, "java.lang.IllegalStateException", "", List.of(), List.of());

    static Stream<ForkResult> forksWithoutValue() {
        return Stream.of(
                fork(Double.NaN, Double.NaN),
                fork(Double.POSITIVE_INFINITY),
                fork(5, 6).toBuilder().failure(Optional.of(FAILURE)).build());
    }

    private static ForkResult fork(double... samples) {
        List<IterationResult> iterations = new ArrayList<>();
        for (double sample : samples) {
            iterations.add(new IterationResult(
                    IterationResult.Phase.MEASUREMENT,
                    iterations.size() + 1,
                    Instant.EPOCH,
                    sample,
                    1,
                    Map.of(),
                    Map.of(),
                    Optional.empty()));
        }
        return ForkResult.builder(1).iterations(iterations).build();
    }

    private static SnippetResult snippet(ForkResult... forks) {
        CasePlan plan = CasePlan.builder(Mode.THROUGHPUT)
                .measurement(new IterationPlan(1, Duration.ofSeconds(1), 1))
                .build();
        CaseId id = new CaseId("snippet", "f(x)", new TreeMap<>(), 1, Optional.empty());
        CaseResult result =
                new CaseResult(id, plan, CaseResult.Status.DONE, "", Optional.empty(), Map.of(), List.of(forks));
        return new SnippetResult("f(x)", Map.of(), 0, result);
    }

    @ParameterizedTest
    @MethodSource("forksWithoutValue")
    void excludesForkWithoutValue(ForkResult fork) {
        SnippetResult with = snippet(fork(99, 100), fork, fork(101, 102));
        SnippetResult without = snippet(fork(99, 100), fork(101, 102));

        assertThat(with.samples()).containsExactly(99, 100, 101, 102);
        assertThat(with.nanos()).isEqualTo(without.nanos());
        assertThat(with.interval()).isEqualTo(without.interval());
        assertThat(snippet(fork).isMeasured()).isFalse();
    }
}
