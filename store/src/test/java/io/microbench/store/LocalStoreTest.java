/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
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

/** The workload without JMH, on stores that do not do what they should. */
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
    void forgetFolder() {
        System.clearProperty(StoreFolder.PROPERTY);
    }

    private void open(Function<StubBackend, Store> store, Durability durability, OptionalLong forces)
            throws IOException {
        local.durability = durability.word();
        local.open(new StubBackend(Set.of(Durability.values()), forces) {
            @Override
            public Store open(Path folder, Durability asked) {
                return store.apply(this);
            }
        });
    }

    private Workers.Choosing filled() throws Exception {
        Workers.Filled filled = new Workers.Filled();
        filled.fill(local);
        Workers.Choosing worker = new Workers.Choosing();
        worker.start(filled, ALONE);
        worker.begin(local, filled);
        return worker;
    }

    @Test
    void queriesAndMixesFindWhatTheyLookForAndTheContentsAreWhole() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        Workers.Choosing worker = filled();
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(worker.query()).isTrue();
            assertThat(worker.mixed(50)).isTrue();
        }

        worker.end(local, ALONE);
        local.close();
    }

    @Test
    void aStoreThatForgetsFailsTheForkByItsHitRatio() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        Workers.Choosing worker = filled();
        for (long key = 0; key < 50; key++) {
            local.trial().store().delete(key);
        }
        for (int i = 0; i < OPERATIONS; i++) {
            worker.query();
        }

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessageMatching(
                        "only \\d+ of 5000 operations found what they were to find; 0.99 of them are needed");
        assertThatThrownBy(local::close).hasMessage("50 of 100 keys do not have their value");
        assertThat(Path.of(System.getProperty(StoreFolder.PROPERTY))).isEmptyDirectory();
    }

    @Test
    void operationsThatFailAreCountedAndFailTheFork() throws Exception {
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
        Workers.Inserting worker = inserting();
        for (int i = 0; i < 50; i++) {
            assertThat(worker.insert()).isEqualTo(i != 40);
        }

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessage("1 of 50 operations failed, the first with java.io.IOException: No space left on device");
        local.close();
    }

    private Workers.Inserting inserting() throws IOException {
        Workers.Emptied emptied = new Workers.Emptied();
        emptied.empty(local);
        Workers.Inserting worker = new Workers.Inserting();
        worker.begin(local, emptied, ALONE);
        return worker;
    }

    /** It acknowledges before anything is on disk, and does not know how often it forces. */
    @Test
    void aStoreThatIsFasterThanTheDiskIsNotSafe() throws IOException {
        open(stub -> stub.new StubStore(), Durability.SAFE, OptionalLong.empty());
        Workers.Inserting worker = inserting();
        for (int i = 0; i < OPERATIONS; i++) {
            worker.insert();
        }

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessageMatching(
                        "The store stub is not safe: a worker made 5000 writes of .* us each, and the fastest"
                                + " force of this disk takes .* us");
        local.close();
    }

    /** However slow it is. */
    @Test
    void aStoreThatForcesTooSeldomIsNotSafe() throws Exception {
        open(stub -> stub.new StubStore(), Durability.SAFE, OptionalLong.of(3));
        Workers.Inserting worker = inserting();
        Thread.sleep(200);
        worker.insert();

        assertThatThrownBy(() -> worker.end(local, ALONE))
                .hasMessage(
                        "The store stub is not safe: 1 writes of 1 workers with 0 forces of the disk; at least 1 are"
                                + " needed");
        local.close();
    }

    @Test
    void deletesFindTheirKeysInEveryIteration() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        Workers.Batch batch = batch();
        Workers.Deleting worker = new Workers.Deleting();
        worker.take(batch, ALONE);
        for (int iteration = 0; iteration < 3; iteration++) {
            worker.begin(local, batch);
            worker.delete(local.trial(), batch);
            worker.end(local, batch, ALONE);
        }

        local.close();
    }

    /** As the deletes of the model, whose keys were never put back. */
    @Test
    void deletesThatHitNothingFailTheFork() throws Exception {
        open(stub -> stub.new StubStore(), Durability.MEMORY, OptionalLong.of(0));
        Workers.Batch batch = batch();
        for (long key = 0; key < local.keys; key++) {
            local.trial().store().delete(key);
        }
        Workers.Deleting worker = new Workers.Deleting();
        worker.take(batch, ALONE);
        worker.begin(local, batch);
        worker.delete(local.trial(), batch);

        assertThatThrownBy(() -> worker.end(local, batch, ALONE))
                .hasMessageStartingWith("only 0 of 10 operations found");
    }

    private Workers.Batch batch() throws Exception {
        new Workers.Filled().fill(local);
        Workers.Batch batch = new Workers.Batch();
        batch.prepare(local, 1);
        return batch;
    }

    @Test
    void moreWorkersThanKeysToDeleteAreRefused() throws Exception {
        assertThatThrownBy(() -> new Workers.Batch().prepare(local, 11))
                .hasMessage("threads = 11: each needs a key to delete, and a tenth of 100 keys are 10");
    }

    @Test
    void aStoreThatDoesNotOpenLeavesNoFolder() {
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
    void eachDurabilityHasAClassOfItsOwn() {
        assertThatThrownBy(() -> new SafeStoreBenchmark().check(local))
                .hasMessage(
                        "durability = \"memory\": SafeStoreBenchmark measures \"safe\"; each durability has a class of"
                                + " its own");
        new MemoryStoreBenchmark().check(local);
    }
}
