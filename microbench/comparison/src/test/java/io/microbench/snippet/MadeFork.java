// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates results of forks for tests. */
final class MadeFork {

    private MadeFork() {}

    /** Returns a fork with iterations of the given scores. */
    static ForkResult samples(double... scores) {
        List<IterationResult> all = new ArrayList<>();
        for (double score : scores) {
            all.add(new IterationResult(
                    Phase.MEASUREMENT, all.size() + 1, Instant.EPOCH, score, 1, Map.of(), Map.of(), Optional.empty()));
        }
        return of(all, Map.of());
    }

    /** Returns a fork with a single sample of this time per call, and its reported properties. */
    static ForkResult of(double nanos, Map<String, String> echo) {
        IterationResult sample = new IterationResult(
                Phase.MEASUREMENT, 1, Instant.EPOCH, 1e9 / nanos, 1, Map.of(), Map.of(), Optional.empty());
        return of(List.of(sample), echo);
    }

    /** Returns a fork in which single calls were timed, with nanoseconds by percentile. */
    static ForkResult sampled(Map<String, Double> percentiles) {
        IterationResult all = new IterationResult(
                Phase.MEASUREMENT, 1, Instant.EPOCH, 150, 1000, percentiles, Map.of(), Optional.empty());
        return of(List.of(all), Map.of());
    }

    /** Returns a fork whose benchmark threw. */
    static ForkResult failed(String message) {
        Failure failure = new Failure(Failure.Kind.THREW, message, "", List.of(), List.of());
        return of(List.of(), Map.of()).toBuilder().failure(Optional.of(failure)).build();
    }

    private static ForkResult of(List<IterationResult> iterations, Map<String, String> echo) {
        return ForkResult.builder(1)
                .pid(1)
                .jvm("java")
                .jdkVersion("17")
                .vm("vm")
                .blackholeMode("")
                .iterations(iterations)
                .echo(echo)
                .build();
    }
}
