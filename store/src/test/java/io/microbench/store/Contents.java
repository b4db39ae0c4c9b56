// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** The contents of a store: values that are computed from their keys, so that each can be checked. */
final class Contents {

    private static final int DIFFERENT = 256;
    private static final int THREADS = 200;

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

    /** An action on a key by one of several threads, which are numbered from 0. */
    interface KeyAction {

        void on(int thread, long key) throws IOException;
    }

    /** Runs an action on all keys in many threads, so that waits for the disk or for members overlap. */
    static void forAll(List<KeyRange> ranges, KeyAction action) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                parts.add(threads.submit(() -> {
                    for (KeyRange keys : ranges) {
                        for (long key = keys.first() + thread; key < keys.end(); key += THREADS) {
                            action.on(thread, key);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("The store failed outside of the measurement: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * Puts the keys from 0.
     *
     * @param stores the store for each of several threads
     */
    void fill(IntFunction<Store> stores, int keys) throws IOException, InterruptedException {
        forAll(List.of(new KeyRange(0, keys)), (thread, key) -> stores.apply(thread)
                .put(key, value(key)));
    }

    /** Fails unless the store contains the keys from 0. */
    void check(IntFunction<Store> stores, int keys) throws IOException, InterruptedException {
        int missing = missing(stores, keys);
        if (missing > 0) {
            throw new IllegalStateException(missing + " of " + keys + " keys do not have their value");
        }
    }

    /** Counts the keys from 0 that do not have their value. */
    int missing(IntFunction<Store> stores, int keys) throws IOException, InterruptedException {
        AtomicInteger missing = new AtomicInteger();
        forAll(List.of(new KeyRange(0, keys)), (thread, key) -> {
            if (!isValue(key, stores.apply(thread).get(key))) {
                missing.incrementAndGet();
            }
        });
        return missing.get();
    }
}
