// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.time.Duration;
import java.util.Optional;

/**
 * Describes the order of the forks of a run, and its deadline.
 *
 * @param order decides which case gets the next fork
 * @param budget the time for the whole run; empty if it is unlimited
 * @param patience with a squeeze: the number of thread counts in a row without a gain after which it ends; empty if every
 *     case is measured
 */
public record Scheduling(Order order, Optional<Duration> budget, Optional<Integer> patience) {

    public enum Order {
        /** All forks of one case, then all forks of the next case. */
        BLOCKS,
        /** One fork of each case, then another fork of each case. */
        INTERLEAVED,
        /** Like interleaved, with a different random order in each round, from the run's seed. */
        RANDOM
    }

    /** Returns whether a case is decided before the next one begins. */
    public boolean caseByCase() {
        return order == Order.BLOCKS && budget.isEmpty();
    }
}
