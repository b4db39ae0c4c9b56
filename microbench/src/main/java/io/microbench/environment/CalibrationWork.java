// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import java.util.function.LongSupplier;
import java.util.zip.CRC32;

/**
 * Does the same work again and again: a checksum that stays in the processor's own cache, and a copy that does not.
 *
 * <p>Both spend their time in routines that the JVM has in machine code from the start, whether it interprets, has compiled with
 * C1 or with C2. So the host needs no warm-up, and may run with any compiler: nothing of a drift is the JIT's.
 *
 * <p>The least of several repetitions counts. Another process that had the processor for a moment is not what is looked for, and
 * the iterations of a fork have their own measure of it; a lower clock rate or a busy memory bus spares no repetition.
 */
final class CalibrationWork {

    private static final int REPETITIONS = 7;
    private static final int CHECKSUMS = 150;

    /** Fits the cache of a processor, and takes so long that calling the routine, interpreted at first, is nothing beside it. */
    private static final int IN_CACHE = 256 << 10;

    /** Twice this is read and written: more than the caches that a processor has for itself. */
    private static final int BEYOND_CACHE = 8 << 20;

    private static final double NANOS = 1e9;

    private final LongSupplier nanos;
    private final byte[] near = new byte[IN_CACHE];
    private final byte[] from = new byte[BEYOND_CACHE];
    private final byte[] to = new byte[BEYOND_CACHE];
    private final CRC32 checksum = new CRC32();

    CalibrationWork(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns the seconds of the fixed processor work. */
    double cpuSeconds() {
        return least(() -> {
            for (int i = 0; i < CHECKSUMS; i++) {
                checksum.update(near);
            }
        });
    }

    /** Returns the seconds of the fixed memory traffic. */
    double memorySeconds() {
        return least(() -> System.arraycopy(from, 0, to, 0, from.length));
    }

    private double least(Runnable work) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < REPETITIONS; i++) {
            long before = nanos.getAsLong();
            work.run();
            least = Math.min(least, nanos.getAsLong() - before);
        }
        return least / NANOS;
    }
}
