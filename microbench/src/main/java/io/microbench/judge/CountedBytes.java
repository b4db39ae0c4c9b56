// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Separates the allocation of an operation from that of JMH and the harness ({@link Allocations}).
 *
 * <p>JMH and the harness allocate more in the first iterations of a fork: 40 kB in the first measured iteration after a
 * warm-up, and up to 500 kB in the very first iteration (JDK 17). The limits are higher than that, for forks with few
 * iterations.
 *
 * @param perOperation bytes counted per operation, the mean of the forks
 * @param uncertainty half-width of its interval within a fork; 0 after a warm-up or if unknown
 * @param limit bytes per operation that JMH and the harness may have allocated
 */
public record CountedBytes(double perOperation, double uncertainty, double limit) {

    /** The limits, as multiples of {@link Allocations#resolution}. */
    private static final int WARM = 8;

    private static final int COLD = 64;

    /** Returns the counted bytes of a case; empty if a fork did not count them, or the case has no score. */
    public static Optional<CountedBytes> of(CaseResult result) {
        if (!ForkValues.absence(result).isEmpty()) {
            return Optional.empty();
        }
        Allocations allocations = ForkValues.of(result).allocations();
        if (allocations.isEmpty()) {
            return Optional.empty();
        }
        boolean cold = result.plan().warmup().count() == 0;
        double mean = Arrays.stream(allocations.bytes()).average().orElseThrow();
        double limit = Math.max(allocations.floor(0), (cold ? COLD : WARM) * allocations.resolution());
        return Optional.of(new CountedBytes(mean, cold ? largestError(allocations.forks()) : 0, limit));
    }

    private static double largestError(List<Metric> forks) {
        return forks.stream()
                .mapToDouble(Metric::error)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    public boolean isMore() {
        return perOperation - uncertainty > limit;
    }
}
