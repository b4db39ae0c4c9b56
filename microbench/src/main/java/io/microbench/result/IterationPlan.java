// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import java.time.Duration;

/**
 * Describes how many iterations of one kind a fork runs, and how long each lasts.
 *
 * @param count number of iterations, at least 0
 * @param time length of one iteration; zero in single-shot mode, where an iteration is one batch
 * @param batchSize invocations per operation, at least 1
 */
public record IterationPlan(int count, Duration time, int batchSize) {

    public IterationPlan {
        RecordNumbers.from(0, count, "count");
        RecordNumbers.from(1, batchSize, "batchSize");
    }

    /** Returns the time all iterations take together. */
    public Duration total() {
        return time.multipliedBy(count);
    }
}
