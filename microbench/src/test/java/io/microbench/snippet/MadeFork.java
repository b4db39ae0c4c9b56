/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.snippet;

import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A fork that never ran. */
final class MadeFork {

    private MadeFork() {}

    /** Returns a fork with a single sample, in which a call took so long, and what it said of itself. */
    static ForkResult of(double nanos, Map<String, String> echo) {
        IterationResult sample =
                new IterationResult(Phase.MEASUREMENT, 1, Instant.EPOCH, 1e9 / nanos, 1, Map.of(), Map.of());
        return new ForkResult(
                1,
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                "java",
                "17",
                "vm",
                List.of(),
                "",
                List.of(sample),
                Map.of(),
                echo,
                Optional.empty());
    }
}
