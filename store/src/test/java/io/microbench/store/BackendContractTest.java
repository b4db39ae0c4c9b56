// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static io.microbench.store.StoreContract.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the contract of every backend on the class path, with each of its durabilities. */
@Timeout(120)
class BackendContractTest {

    private static final int KEYS = 25;

    @TempDir
    private Path folder;

    static Stream<Arguments> all() {
        return Stream.of(Durability.values())
                .flatMap(durability -> Backends.of(BackendContractTest.class.getClassLoader(), System.err::println)
                        .usable(LocalBackend.class, durability, System.err::println)
                        .stream()
                        .map(backend -> Arguments.of(backend.name(), durability.word(), backend)));
    }

    static Stream<Arguments> lasting() {
        return all().filter(one -> !one.get()[1].equals(Durability.MEMORY.word()));
    }

    /** Returns the backends on disk; those in memory need no folder. */
    static Stream<Arguments> onDisk() {
        return all().filter(one -> !((Backend) one.get()[2]).durabilities().equals(Set.of(Durability.MEMORY)));
    }

    private Store open(LocalBackend backend, String durability) throws IOException {
        return backend.open(folder, Durability.of(durability));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void findsPutKeysButNotDeletedOnes(String name, String durability, LocalBackend backend) throws IOException {
        try (Store store = open(backend, durability)) {
            StoreContract.findsPutKeysButNotDeletedOnes(store);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void keepsChangesOfAllThreads(String name, String durability, LocalBackend backend) throws Exception {
        try (Store store = open(backend, durability)) {
            StoreContract.keepsChangesOfAllThreads(key -> store);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("lasting")
    void keepsContentsWhenReopened(String name, String durability, LocalBackend backend) throws IOException {
        try (Store store = open(backend, durability)) {
            for (int key = 0; key < KEYS; key++) {
                store.put(key, value(key));
            }
            store.delete(3);
        }

        for (int again = 0; again < 2; again++) {
            try (Store store = open(backend, durability)) {
                assertThat(store.get(3)).isEmpty();
                assertThat(store.get(KEYS - 1)).contains(value(KEYS - 1));
                store.put(KEYS + again, value(again));
            }
        }
        try (Store store = open(backend, durability)) {
            assertThat(store.get(KEYS)).contains(value(0));
            assertThat(store.get(KEYS + 1)).contains(value(1));
        }
    }

    /** A single worker waits for one disk sync per write; lower durabilities sync nothing. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("all")
    void onlySafeSyncsEachWrite(String name, String durability, LocalBackend backend) throws IOException {
        try (Store store = open(backend, durability)) {
            long before = store.forces().orElse(0);
            for (int key = 0; key < KEYS; key++) {
                store.put(key, value(key));
            }
            store.delete(0);
            long forces = store.forces().orElse(0) - before;

            if (durability.equals(Durability.SAFE.word())) {
                assertThat(store.forces()).isPresent();
                assertThat(forces).isGreaterThanOrEqualTo(KEYS + 1L);
            } else {
                assertThat(forces).isZero();
            }
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("onDisk")
    void namesAnUnwritableFolder(String name, String durability, LocalBackend backend) throws IOException {
        // Permissions do not work here, because root ignores them.
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> backend.open(file, Durability.of(durability)).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }
}
