// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the number of keys that an iteration inserts, so that a store does not fill the heap: a JVM without free
 * memory only collects garbage, and its rate would be reported as the store's. Workers take keys in portions, each at
 * its own speed.
 */
final class InsertRoom {

    /** Large enough that taking portions does not affect the score. */
    static final int PORTION = 1024;

    private static final double USABLE_PART = 0.75;

    /**
     * The bytes of a key and a node in a {@link java.util.concurrent.ConcurrentHashMap}, rounded up; {@link Contents}
     * shares values.
     */
    private static final int BYTES_OF_A_KEY = 100;

    private final long limit;
    private final AtomicLong taken = new AtomicLong();

    private InsertRoom(long limit) {
        this.limit = limit;
    }

    /**
     * Creates a limit for the keys of each iteration.
     *
     * @param heap the size of the heap in bytes
     */
    static InsertRoom onHeap(long heap) {
        return new InsertRoom((long) (heap * USABLE_PART / BYTES_OF_A_KEY));
    }

    /** Resets the limit before an iteration. */
    void reset() {
        taken.set(0);
    }

    /**
     * Reserves a portion of keys.
     *
     * @return the number of keys, {@value #PORTION}
     * @throws IllegalStateException if the limit is exceeded
     */
    int take() {
        if (taken.addAndGet(PORTION) > limit) {
            throw new IllegalStateException("More than " + limit
                    + " keys were inserted in one iteration, and the heap has no space for more. Make iterations"
                    + " shorter (-Dmicrobench.measurementTime=500ms -Dmicrobench.warmupTime=500ms) or the heap larger"
                    + " (-Dmicrobench.jvmArgs=-Xmx4g)");
        }
        return PORTION;
    }
}
