// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.store.MemberPlace;
import io.microbench.store.Reads;
import io.microbench.store.ReplicatedBackend;
import io.microbench.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The store's own clients, one for each member. */
public final class MemberClients implements AutoCloseable {

    private final List<Store> stores = new ArrayList<>();

    private MemberClients() {}

    /**
     * Connects a client to each member.
     *
     * @throws IOException if one cannot be created; then all are closed
     */
    public static MemberClients connect(ReplicatedBackend backend, List<MemberPlace> places, Reads reads)
            throws IOException {
        MemberClients clients = new MemberClients();
        try {
            for (MemberPlace place : places) {
                clients.stores.add(backend.connect(place, reads));
            }
            return clients;
        } catch (IOException | RuntimeException | LinkageError e) {
            clients.closeQuietly(e);
            throw e;
        }
    }

    private void closeQuietly(Throwable reason) {
        try {
            close();
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** Returns the clients, by number of the member. */
    public List<Store> stores() {
        return List.copyOf(stores);
    }

    @Override
    public void close() throws IOException {
        Closing.all(stores);
    }
}
