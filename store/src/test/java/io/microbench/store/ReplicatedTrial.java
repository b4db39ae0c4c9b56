// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.process.TemporaryFolders;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.members.StoreNodeService.MemberStates;
import io.microbench.store.members.StoreNodes.MemberClients;
import io.microbench.store.members.StoreNodes.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** A store on nodes; this fork has clients for each member. */
final class ReplicatedTrial extends Trial {

    private static final int RANDOM_FORKS = 1 << 10;
    private static final int KEYS_OF_A_FORK_BITS = 52;

    /**
     * How the store is used.
     *
     * @param reads the consistency of the workers' reads
     */
    record Way(ReplicatedBackend backend, Durability durability, Reads reads, Route route) {}

    private final Way way;
    private final StoreAddress address;
    private final Path folder;
    private final long firstInserted;
    private final MemberClients clients;
    private final MemberClients checking;
    private final MemberStates states;

    private ReplicatedTrial(Way way, Contents contents, StoreAddress address, Path folder) throws IOException {
        super(way.backend().name(), way.durability(), contents, folder);
        this.way = way;
        this.address = address;
        this.folder = folder;
        // Another fork may have been killed before it emptied the store.
        firstInserted = new SplittableRandom().nextLong(1, RANDOM_FORKS) << KEYS_OF_A_FORK_BITS;
        clients = connect(way.reads());
        try {
            checking = connect(way.backend().strongestReads());
            states = MemberStates.join();
        } catch (IOException | RuntimeException e) {
            clients.close();
            throw e;
        }
    }

    private MemberClients connect(Reads reads) throws IOException {
        return MemberClients.connect(way.backend(), address.places(), reads);
    }

    /**
     * Connects to the members.
     *
     * @throws IOException if that fails, or their disk cannot be written
     */
    static ReplicatedTrial connect(Way way, Contents contents, StoreAddress address) throws IOException {
        Path folder = Files.createTempDirectory(Path.of(address.folder()), "fork-");
        try {
            return new ReplicatedTrial(way, contents, address, folder);
        } catch (IOException | RuntimeException | LinkageError e) {
            TemporaryFolders.remove(folder);
            throw new IOException(
                    "No clients of the store " + way.backend().name() + " at " + address.places() + ": " + e, e);
        }
    }

    @Override
    String place() {
        int members = address.places().size();
        return "with " + members + (members == 1 ? " member" : " members") + " in " + address.folder() + ", "
                + way.reads().word() + " reads";
    }

    @Override
    Store store(int worker) {
        return way.route().of(clients.stores(), worker);
    }

    @Override
    Store checked(int worker) {
        return Route.FIXED.of(checking.stores(), worker);
    }

    @Override
    long firstInserted() {
        return firstInserted;
    }

    @Override
    void empty(List<KeyRange> inserted) throws IOException, InterruptedException {
        Contents.forAll(inserted, (thread, key) -> checked(thread).delete(key));
    }

    /** Returns a majority for stores with consensus, such as etcd and ZooKeeper, otherwise 1. */
    @Override
    int copies() {
        return way.backend().consensus() ? address.places().size() / 2 + 1 : 1;
    }

    @Override
    OptionalLong forcesSoFar() throws IOException {
        return states.forces();
    }

    @Override
    void closeStore(List<KeyRange> inserted) throws IOException, InterruptedException {
        try (states;
                clients;
                checking) {
            empty(inserted);
        } finally {
            TemporaryFolders.remove(folder);
        }
    }
}
