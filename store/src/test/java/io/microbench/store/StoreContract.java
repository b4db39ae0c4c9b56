// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/** The contract of all stores, local and replicated. */
final class StoreContract {

    private static final int THREADS = 6;
    private static final int CHANGES = 150;

    private StoreContract() {}

    static byte[] value(long number) {
        return new byte[] {(byte) number, 2, 3};
    }

    static void findsPutKeysButNotDeletedOnes(Store store) throws IOException {
        assertThat(store.get(1)).isEmpty();

        store.put(1, value(1));
        store.put(-1, value(2));
        store.put(Long.MAX_VALUE, new byte[0]);
        store.put(1, value(3));

        assertThat(store.get(1)).contains(value(3));
        assertThat(store.get(-1)).contains(value(2));
        assertThat(store.get(Long.MAX_VALUE)).contains(new byte[0]);

        store.delete(1);
        store.delete(2);

        assertThat(store.get(1)).isEmpty();
        assertThat(store.get(-1)).contains(value(2));
    }

    /**
     * Changes keys in several threads at the same time.
     *
     * @param stores returns the store for changes and look-ups of a key, because other members may be behind
     */
    static void keepsChangesOfAllThreads(LongFunction<Store> stores) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int first = i;
                parts.add(threads.submit(() -> {
                    for (int key = first; key < CHANGES; key += THREADS) {
                        stores.apply(key).put(key, value(key));
                    }
                    return null;
                }));
            }
            for (Future<?> part : parts) {
                part.get(2, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        for (int key = 0; key < CHANGES; key++) {
            assertThat(stores.apply(key).get(key)).as("key %s", key).contains(value(key));
        }
    }
}
