// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tells what one operation of a case allocates from what JMH and the harness allocate ({@link Allocations}).
 *
 * <p>In the first iterations of a fork these allocate more: 40 kB in the first measured one after a warm-up, and up to 500 kB
 * in the very first (JDK 17). Forks with few iterations consist of little else, so the limits lie above that.
 *
 * @param perOperation bytes that were counted for one operation, the mean of the forks
 * @param uncertainty half of the interval of that within a fork; 0 after a warm-up, and where it is not known
 * @param limit bytes for one operation up to which they may be those of JMH and the harness alone
 */
public record CountedBytes(double perOperation, double uncertainty, double limit) {

    /** As multiples of {@link Allocations#resolution}. */
    private static final int WARM = 8;

    private static final int COLD = 64;

    /** Returns what the forks of a case counted; empty unless all of them did, and where the case has no score. */
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

    /** Returns whether the operation itself allocates. */
    public boolean isMore() {
        return perOperation - uncertainty > limit;
    }
}
