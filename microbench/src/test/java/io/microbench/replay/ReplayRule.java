// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stats.ForkEstimate.ForkRule;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.TriedForkRule;

/**
 * A replayed rule: when a fork ends, and the number of forks.
 *
 * @param stop when a fork ends
 * @param forks decides the number of forks
 */
public record ReplayRule(StopRule stop, TriedForkRule forks) {

    /**
     * From two to five forks, until two standard errors are 3 %. The full schedule has five; Student's interval would
     * require all five for nearly every case.
     */
    public static final TriedForkRule FORKS = new TriedForkRule(new ForkRule(0.03, 2, 5), TriedForkRule.Width.NORMAL);
}
