/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** What every store has to do, wherever it is. */
final class StoreContract {

    private StoreContract() {}

    static byte[] value(long number) {
        return new byte[] {(byte) number, 2, 3};
    }

    static void putsAreFoundAndDeletesAreNot(Store store) throws IOException {
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
}
