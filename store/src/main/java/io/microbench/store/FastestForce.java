// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Measures the shortest time in which a disk forces written data.
 *
 * <p>A write that is acknowledged only when it is on disk takes at least that long. Half of the samples append to a
 * file, half overwrite existing data, which changes no metadata and is faster on most file systems.
 */
final class FastestForce {

    private static final int SAMPLES = 100;
    private static final int BYTES = 128;

    private final Path folder;
    private long nanos = Long.MAX_VALUE;

    /** Creates a measurement of the disk of a folder. */
    public FastestForce(Path folder) {
        this.folder = folder;
    }

    /**
     * Measures {@value #SAMPLES} forces of each kind.
     *
     * @return the fastest so far, in nanoseconds
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
