// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import java.util.function.LongSupplier;
import java.util.zip.CRC32;

/**
 * Fixed work that is repeated during a run: a checksum that fits into the processor's cache, and a copy that does not.
 *
 * <p>Both spend their time in routines that the JVM has as machine code from the start, in the interpreter, C1 and C2. So the
 * host needs no warm-up, and no drift is caused by the JIT compiler.
 *
 * <p>The fastest of several repetitions counts. A short use of the processor by another process does not matter here, and
 * iterations of a fork measure it themselves; a lower clock rate or a busy memory bus affects every repetition.
 */
final class CalibrationWork {

    private static final int REPETITIONS = 7;
    private static final int CHECKSUMS = 150;

    /**
     * Fits into the cache of a processor; large enough to make the cost of the call, interpreted at first, irrelevant.
     */
    private static final int IN_CACHE = 256 << 10;

    /** As many bytes are read and as many written: more than the private caches of a processor. */
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
