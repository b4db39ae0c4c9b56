/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a store holds: values that follow from their keys, so that each can be checked. */
final class Contents {

    private static final int DIFFERENT = 256;
    private static final int FILLERS = 50;

    private final byte[][] values = new byte[DIFFERENT][];

    Contents(int valueSize, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < DIFFERENT; i++) {
            values[i] = new byte[valueSize];
            random.nextBytes(values[i]);
            if (valueSize > 0) {
                values[i][0] = (byte) i;
            }
        }
    }

    byte[] value(long key) {
        return values[(int) key & (DIFFERENT - 1)];
    }

    boolean isValue(long key, Optional<byte[]> found) {
        return found.isPresent() && Arrays.equals(found.get(), value(key));
    }

    /** Puts the keys from 0 on, by many threads: where each waits for the disk, they wait together. */
    void fill(Store store, int keys) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(FILLERS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < FILLERS; i++) {
                int first = i;
                parts.add(threads.submit(() -> {
                    for (long key = first; key < keys; key += FILLERS) {
                        store.put(key, value(key));
                    }
                    return null;
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("The store could not be filled: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Fails unless the store holds the keys from 0 on. */
    void check(Store store, int keys) throws IOException {
        int missing = 0;
        for (long key = 0; key < keys; key++) {
            missing += isValue(key, store.get(key)) ? 0 : 1;
        }
        if (missing > 0) {
            throw new IllegalStateException(missing + " of " + keys + " keys do not have their value");
        }
    }
}
