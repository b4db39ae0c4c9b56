// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import io.microbench.stopping.ForkRule;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.TriedForkRule;

/**
 * What is replayed: when a fork ends, and how many forks there are.
 *
 * @param stop when a fork ends
 * @param forks how many forks there are
 */
public record ReplayRule(StopRule stop, TriedForkRule forks) {

    /**
     * From two to five forks, until two standard errors are 3 %. Five is what the full schedule has; Student's interval would
     * ask nearly every case for all five, most of which confirm what is known.
     */
    public static final TriedForkRule FORKS = new TriedForkRule(new ForkRule(0.03, 2, 5), TriedForkRule.Width.NORMAL);
}
