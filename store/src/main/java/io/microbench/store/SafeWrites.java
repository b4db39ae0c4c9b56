// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes of a store that promises to be safe, and what they have to be true to that promise.
 *
 * <p>Each write waits for a force that began after it was written, on each member that has to have it. So a worker, who waits for one
 * before the next, is not faster than one force each; and no force serves more writes than there are workers.
 *
 * @param workers threads that wrote, each waiting for its write
 * @param mostOfOneWorker writes of the worker that made most
 * @param all writes of all workers
 * @param nanos how long they took
 * @param copies members that have to have a write on disk: 1 for a local store, a majority for one with consensus
 * @param forces forces of all members in that time; empty if the store does not know
 */
record SafeWrites(int workers, long mostOfOneWorker, long all, long nanos, int copies, OptionalLong forces) {

    private static final double NANOS_OF_A_MICRO = 1e3;

    /**
     * Returns why these writes cannot have been on disk when they were acknowledged; empty if nothing speaks against it.
     *
     * @param fastestForce the least time of a force of this disk, in nanoseconds
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
