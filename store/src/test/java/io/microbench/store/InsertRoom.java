// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many keys an iteration inserts, so that a store that keeps them on the heap does not fill it: a JVM without free memory
 * only collects garbage, and its rate would be taken for the store's. Workers take their part in portions, as fast as they are.
 */
final class InsertRoom {

    /** Seldom enough not to be measured. */
    static final int PORTION = 1024;

    private static final double USABLE_PART = 0.75;

    /** What a {@link java.util.concurrent.ConcurrentHashMap} needs for a key and a node, rounded up; {@link Contents} shares values. */
    private static final int BYTES_OF_A_KEY = 100;

    private final long limit;
    private final AtomicLong taken = new AtomicLong();

    private InsertRoom(long limit) {
        this.limit = limit;
    }

    /**
     * Makes the room for the keys of one iteration at a time.
     *
     * @param heap the size of the heap in bytes
     */
    static InsertRoom onHeap(long heap) {
        return new InsertRoom((long) (heap * USABLE_PART / BYTES_OF_A_KEY));
    }

    /** Makes all the room free, before an iteration. */
    void reset() {
        taken.set(0);
    }

    /**
     * Takes room for some keys.
     *
     * @return how many, {@value #PORTION}
     * @throws IllegalStateException if there is no room left
     */
    int take() {
        if (taken.addAndGet(PORTION) > limit) {
            throw new IllegalStateException("More than " + limit
                    + " keys were inserted in one iteration, and there is no room for more on the heap. Make iterations"
                    + " shorter (-Dmicrobench.measurementTime=500ms -Dmicrobench.warmupTime=500ms) or the heap larger"
                    + " (-Dmicrobench.jvmArgs=-Xmx4g)");
        }
        return PORTION;
    }
}
