// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

/**
 * Names one fork of a pair.
 *
 * @param turn the pair
 * @param paired its case
 * @param side whose fork it is
 */
record PairFork(Turn turn, PairedCase paired, Side side) {

    /** Returns whether the pair is complete when this fork has ended. */
    boolean isSecond() {
        return side != turn.first();
    }

    /** Returns the fork that completes the pair. */
    PairFork second() {
        return new PairFork(turn, paired, turn.first().other());
    }
}
