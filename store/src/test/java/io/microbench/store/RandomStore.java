// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The clients of all members as the store of one worker: each operation goes to a randomly drawn member. */
final class RandomStore implements Store {

    private final List<Store> clients;
    private final int[] draws;
    private int draw;

    RandomStore(List<Store> clients, int[] draws) {
        this.clients = clients;
        this.draws = draws;
    }

    private Store next() {
        draw = draw + 1 == draws.length ? 0 : draw + 1;
        return clients.get(draws[draw]);
    }

    @Override
    public void put(long key, byte[] value) throws IOException {
        next().put(key, value);
    }

    @Override
    public Optional<byte[]> get(long key) throws IOException {
        return next().get(key);
    }

    @Override
    public void delete(long key) throws IOException {
        next().delete(key);
    }

    @Override
    public OptionalLong forces() {
        return OptionalLong.empty();
    }

    @Override
    public void close() {
        // Not closed here: other workers share the clients.
    }
}
