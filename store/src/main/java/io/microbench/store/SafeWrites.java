// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Checks whether the writes of a safe store could have been on disk when they were acknowledged.
 *
 * <p>On each required member, a write waits for a disk sync that began after it was written. A worker waits for each of
 * its writes, so each takes at least the time of one sync, and a sync covers at most one write per worker.
 *
 * @param workers the number of writing threads; each waits for its current write
 * @param mostOfOneWorker the largest number of writes of one worker
 * @param all the number of writes of all workers
 * @param nanos the duration of these writes, in nanoseconds
 * @param copies the number of members that must have a write on disk: 1 for a local store, a majority with consensus
 * @param forces the number of disk syncs by all members in that time; empty if unknown
 */
record SafeWrites(int workers, long mostOfOneWorker, long all, long nanos, int copies, OptionalLong forces) {

    private static final double NANOS_OF_A_MICRO = 1e3;

    /**
     * Returns why these writes cannot have been on disk when they were acknowledged; empty if they may have been.
     *
     * @param fastestForce the shortest time of a sync on this disk, in nanoseconds
     */
    public Optional<String> breach(long fastestForce) {
        if (mostOfOneWorker > 0 && (double) mostOfOneWorker * fastestForce > nanos) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "not safe: a worker made %d writes of %.1f us each, and the fastest sync of this disk takes %.1f"
                            + " us",
                    mostOfOneWorker,
                    nanos / NANOS_OF_A_MICRO / mostOfOneWorker,
                    fastestForce / NANOS_OF_A_MICRO));
        }
        long least = copies * ((all + workers - 1) / workers);
        if (forces.isPresent() && forces.getAsLong() < least) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "not safe: %d disk syncs for %d writes by %d workers; expected at least %d",
                    forces.getAsLong(),
                    all,
                    workers,
                    least));
        }
        return Optional.empty();
    }

    /**
     * Measures the shortest time of a sync to a disk.
     *
     * <p>A write that is acknowledged only once it is on disk takes at least this long. Half of the samples append to a
     * file, half overwrite existing data, which changes no metadata and is faster on most file systems.
     */
    static final class FastestForce {

        private static final int SAMPLES = 100;
        private static final int BYTES = 128;

        private final Path folder;
        private long nanos = Long.MAX_VALUE;

        public FastestForce(Path folder) {
            this.folder = folder;
        }

        /**
         * Measures {@value #SAMPLES} syncs of each kind.
         *
         * @return the shortest time so far, in nanoseconds
         * @throws IOException if the file cannot be written
         */
        public long measure() throws IOException {
            Path file = Files.createTempFile(folder, "force-", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (int i = 0; i < 2 * SAMPLES; i++) {
                    channel.write(ByteBuffer.allocate(BYTES), (long) (i % SAMPLES) * BYTES);
                    long start = System.nanoTime();
                    channel.force(false);
                    nanos = Math.min(nanos, System.nanoTime() - start);
                }
            } finally {
                Files.delete(file);
            }
            return nanos;
        }
    }
}
