// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.ThreadParams;

/** Tests the workload without JMH, on defective stores. */
@Timeout(120)
class LocalStoreTest {

    private static final int OPERATIONS = 5000;
    private static final ThreadParams ALONE = new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1);

    private final LocalStore local = new LocalStore();

    @BeforeEach
    void useFolder(@TempDir Path folder) {
        System.setProperty(StoreFolder.PROPERTY, folder.toString());
        local.keys = 100;
        local.durability = "memory";
    }

    @AfterEach
    void clearFolder() {
        System.clearProperty(StoreFolder.PROPERTY);
    }

    private void open(Function<StubBackend, Store> store, Durability durability, OptionalLong forces)
            throws IOException {
        local.durability = durability.word();
        local.open(new StubBackend(Set.of(Durability.values()), forces) {
            @Override
            public Store open(Path folder, Durability requested) {
                return store.apply(this);
            }
        });
    }

    private LocalWorkers.Choosing filled() throws Exception {
        LocalWorkers.Filled filled = new LocalWorkers.Filled();
        filled.fill(local);
        LocalWorkers.Choosing worker = new LocalWorkers.Choosing();
        worker.start(filled, ALONE);
        worker.begin(local, ALONE);
        return worker;
    }

    @Test
    void queriesAndMixesFindTheirKeys() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        LocalWorkers.Choosing worker = filled();
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(worker.query()).isTrue();
            assertThat(worker.mixed(50)).isTrue();
        }

        worker.end(local, ALONE);
        local.close();
    }

    @Test
    void failsIfTheStoreLosesKeys() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        LocalWorkers.Choosing worker = filled();
        for (long key = 0; key < 50; key++) {
            local.trial().store(0).delete(key);
        }
        for (int i = 0; i < OPERATIONS; i++) {
            worker.query();
        }

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessageMatching("only \\d+ of 5000 operations found their keys; a share of 0.99 is required");
        assertThatThrownBy(local::close).hasMessage("50 of 100 keys do not have their value");
        assertThat(Path.of(System.getProperty(StoreFolder.PROPERTY))).isEmptyDirectory();
    }

    @Test
    void countsFailedOperationsAndFails() throws Exception {
        open(
                stub -> stub.new StubStore() {
                    @Override
                    public void put(long key, byte[] value) throws IOException {
                        if (key == 40) {
                            throw new IOException("No space left on device");
                        }
                        super.put(key, value);
                    }
                },
                Durability.MEMORY,
                OptionalLong.empty());
        LocalWorkers.Inserting worker = inserting();
        for (int i = 0; i < 50; i++) {
            assertThat(worker.insert()).isEqualTo(i != 40);
        }

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessage("1 of 50 operations failed, the first with java.io.IOException: No space left on device");
        local.close();
    }

    private LocalWorkers.Inserting inserting() throws Exception {
        LocalWorkers.Inserting worker = new LocalWorkers.Inserting();
        worker.begin(local, ALONE);
        return worker;
    }

    @Test
    void firstWorkerEmptiesTheStore() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.empty());
        Trial trial = local.trial();
        trial.emptyOnce(2);
        trial.store(0).put(1, new byte[] {1});
        trial.inserted(new KeyRange(1, 2));
        trial.emptyOnce(2);
        assertThat(trial.store(0).get(1)).isPresent();

        trial.emptyOnce(2);

        assertThat(trial.store(0).get(1)).isEmpty();
        local.close();
    }

    /** The store acknowledges before data is on disk, and does not count disk syncs. */
    @Test
    void failsIfASafeStoreIsFasterThanTheDisk() throws Exception {
        open(stub -> stub.new StubStore(), Durability.SAFE, OptionalLong.empty());
        LocalWorkers.Inserting worker = inserting();
        for (int i = 0; i < OPERATIONS; i++) {
            worker.insert();
        }

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessageMatching(
                        "The store stub is not safe: a worker made 5000 writes of .* us each, and the fastest"
                                + " sync of this disk takes .* us");
        local.close();
    }

    /** Even a slow store requires enough disk syncs. */
    @Test
    void failsIfASafeStoreSyncsTooRarely() throws Exception {
        open(stub -> stub.new StubStore(), Durability.SAFE, OptionalLong.of(3));
        LocalWorkers.Inserting worker = inserting();
        Thread.sleep(200);
        worker.insert();

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessage("The store stub is not safe: 0 disk syncs for 1 writes by 1 workers; expected at least 1");
        local.close();
    }

    @Test
    void deletesFindKeysInEveryIteration() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        LocalWorkers.Batch batch = batch();
        LocalWorkers.Deleting worker = new LocalWorkers.Deleting();
        worker.take(batch, ALONE);
        for (int iteration = 0; iteration < 3; iteration++) {
            worker.begin(local, batch, ALONE);
            worker.delete(batch);
            worker.end(local, batch, ALONE);
        }

        local.close();
    }

    /** Like the deletes of a workload whose keys were never put back. */
    @Test
    void failsIfDeletesFindNoKeys() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        LocalWorkers.Batch batch = batch();
        for (long key = 0; key < local.keys; key++) {
            local.trial().store(0).delete(key);
        }
        LocalWorkers.Deleting worker = new LocalWorkers.Deleting();
        worker.take(batch, ALONE);
        worker.begin(local, batch, ALONE);
        worker.delete(batch);

        assertThatThrownBy(() -> worker.end(local, batch, ALONE))
                .hasMessageStartingWith("only 0 of 10 operations found");
    }

    private LocalWorkers.Batch batch() throws Exception {
        new LocalWorkers.Filled().fill(local);
        LocalWorkers.Batch batch = new LocalWorkers.Batch();
        batch.prepareOn(local, 1);
        return batch;
    }

    @Test
    void rejectsMoreWorkersThanKeysToDelete() throws Exception {
        assertThatThrownBy(() -> new LocalWorkers.Batch().prepareOn(local, 11))
                .hasMessage("threads = 11: each needs a key to delete, and a tenth of 100 keys are 10");
    }

    @Test
    void removesTheFolderIfTheStoreDoesNotOpen() {
        assertThatThrownBy(() -> open(
                        stub -> {
                            throw new IllegalStateException("no");
                        },
                        Durability.SAFE,
                        OptionalLong.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                        "The store stub does not open with durability safe in .*: .*IllegalStateException: no");
        assertThat(Path.of(System.getProperty(StoreFolder.PROPERTY))).isEmptyDirectory();
    }

    @Test
    void rejectsTheDurabilityOfAnotherClass() {
        assertThatThrownBy(() -> new SafeStoreBenchmark().requireDurability("memory"))
                .hasMessage("durability = \"memory\": SafeStoreBenchmark measures \"safe\"; each durability has its own"
                        + " class");
        new MemoryStoreBenchmark().requireDurability("memory");
    }
}
