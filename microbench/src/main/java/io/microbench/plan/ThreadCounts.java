/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.scaling.Ladder;
import java.util.Optional;

/**
 * The thread counts that a setting asks for.
 *
 * @param ladder the counts; empty where a squeeze is to find the best one
 */
record ThreadCounts(Optional<Ladder> ladder) {

    static final String SQUEEZE = "squeeze";

    static final String ACCEPTED =
            Ladder.ACCEPTED + "; or " + SQUEEZE + ", which adds threads until more of them bring no gain";

    static ThreadCounts parse(String text) {
        return new ThreadCounts(
                text.strip().equalsIgnoreCase(SQUEEZE) ? Optional.empty() : Optional.of(Ladder.parse(text)));
    }

    /** Reads a single thread count. */
    static int one(String text) {
        Ladder ladder = Ladder.parse(text);
        if (ladder.rungs().size() != 1) {
            throw new IllegalArgumentException("it has " + ladder.rungs().size() + " thread counts");
        }
        return ladder.highest();
    }
}
