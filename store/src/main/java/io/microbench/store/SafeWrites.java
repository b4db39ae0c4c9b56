// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Checks whether writes of a safe store can have been on disk.
 *
 * <p>Each write waits for a force that began after it was written, on each required member. So a worker, which waits
 * for each write, needs at least the time of one force per write; and a force serves at most one write per worker.
 *
 * @param workers threads that wrote, each waiting for its write
 * @param mostOfOneWorker the largest number of writes of one worker
 * @param all writes of all workers
 * @param nanos their duration
 * @param copies members that must have a write on disk: 1 for a local store, a majority for one with consensus
 * @param forces forces of all members in that time; empty if unknown
 */
record SafeWrites(int workers, long mostOfOneWorker, long all, long nanos, int copies, OptionalLong forces) {

    private static final double NANOS_OF_A_MICRO = 1e3;

    /**
     * Returns why these writes cannot have been on disk when they were acknowledged; empty if they can.
     *
     * @param fastestForce the shortest time of a force of this disk, in nanoseconds
     */
    public Optional<String> breach(long fastestForce) {
        if (mostOfOneWorker > 0 && (double) mostOfOneWorker * fastestForce > nanos) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "not safe: a worker made %d writes of %.1f us each, and the fastest force of this disk takes %.1f us",
                    mostOfOneWorker,
                    nanos / NANOS_OF_A_MICRO / mostOfOneWorker,
                    fastestForce / NANOS_OF_A_MICRO));
        }
        long least = copies * ((all + workers - 1) / workers);
        if (forces.isPresent() && forces.getAsLong() < least) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "not safe: %d writes of %d workers with %d forces of the disk; at least %d are needed",
                    all,
                    workers,
                    forces.getAsLong(),
                    least));
        }
        return Optional.empty();
    }
}
