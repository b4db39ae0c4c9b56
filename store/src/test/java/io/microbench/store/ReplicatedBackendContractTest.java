// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static io.microbench.store.StoreContract.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the contract of every replicated backend on the class path, with members in this JVM: {@code verify} tests one
 * backend, the run on the newer JDK one durability of each, and the tagged tests all, with one member and with three.
 */
@Timeout(300)
class ReplicatedBackendContractTest {

    private static final int KEYS = 20;

    /** The number of changes: about one look-up in a few hundred reaches a member that is briefly behind. */
    private static final int CHANGES = 150;

    private static final long ENDS_WITHIN_MILLIS = 60_000;

    @TempDir
    private Path folder;

    static Stream<Arguments> all() {
        return usable().flatMap(
                        backend -> backend.durabilities().stream().sorted().flatMap(durability -> Stream.of(1, 3)
                                .map(size -> Arguments.of(backend.name(), durability.word(), size, backend))));
    }

    /** Returns the first durability of each backend, with three members. */
    static Stream<Arguments> few() {
        return first(3);
    }

    static Stream<Arguments> firstAlone() {
        return first(1);
    }

    private static Stream<Arguments> first(int size) {
        return usable().map(backend -> Arguments.of(
                backend.name(),
                backend.durabilities().stream()
                        .sorted()
                        .findFirst()
                        .orElseThrow()
                        .word(),
                size,
                backend));
    }

    static Stream<Arguments> lasting() {
        return all().filter(one -> !one.get()[1].equals(Durability.MEMORY.word()));
    }

    static Stream<Arguments> alone() {
        return all().filter(one -> one.get()[2].equals(1));
    }

    private static boolean linearizable(ReplicatedBackend backend) {
        return backend.reads().contains(Reads.LINEARIZABLE);
    }

    private static Stream<ReplicatedBackend> usable() {
        return Backends.of(ReplicatedBackendContractTest.class.getClassLoader(), System.err::println).all().stream()
                .filter(ReplicatedBackend.class::isInstance)
                .map(ReplicatedBackend.class::cast)
                .filter(backend -> backend.unavailable().isEmpty());
    }

    private Ensemble ensemble(ReplicatedBackend backend, String durability, int size) throws IOException {
        return new Ensemble(backend, Durability.of(durability), size, folder);
    }

    @Test
    void membersOfOneBackendShareAStore() throws Exception {
        ReplicatedBackend backend = usable().findFirst().orElseThrow();
        membersShareAStore(
                backend.name(), Collections.min(backend.durabilities()).word(), 3, backend);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("few")
    @Tag("processes")
    @Tag("jdk")
    void membersShareAStore(String name, String durability, int size, ReplicatedBackend backend) throws Exception {
        JvmLeftovers leftovers = new JvmLeftovers();
        try (Ensemble ensemble = ensemble(backend, durability, size).start()) {
            try (Store store = ensemble.connect(ensemble.size(), ensemble.strongestReads())) {
                StoreContract.findsPutKeysButNotDeletedOnes(store);
            }
            if (linearizable(backend)) {
                assertChangesAreVisible(ensemble, KEYS);
            }
        }
        assertThat(leftovers.awaitNone(ENDS_WITHIN_MILLIS)).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("all")
    @Tag("processes")
    void keepsItsGuaranteesToClients(String name, String durability, int size, ReplicatedBackend backend)
            throws Exception {
        JvmLeftovers leftovers = new JvmLeftovers();
        Ensemble ensemble = ensemble(backend, durability, size);
        Set<String> expected = new TreeSet<>();
        for (int number = 1; number <= size; number++) {
            ensemble.start(number).own().ports().forEach(port -> expected.add("127.0.0.1:" + port));
        }
        try (ensemble) {
            ensemble.start();
            assertThat(expected).containsAll(leftovers.ports());
            if (backend.consensus()) {
                assertThat(ensemble.members().stream()
                                .filter(member -> member.leads().orElseThrow()))
                        .hasSize(1);
            }
            try (Store store = ensemble.connect(size, ensemble.strongestReads())) {
                StoreContract.findsPutKeysButNotDeletedOnes(store);
            }
            try (Clients clients = new Clients(ensemble, ensemble.strongestReads())) {
                StoreContract.keepsChangesOfAllThreads(clients::of);
                assertThat(expected).containsAll(leftovers.ports());
            }
            if (size > 1 && linearizable(backend)) {
                assertChangesAreVisible(ensemble, CHANGES);
            }
        }
        assertThat(leftovers.awaitNone(ENDS_WITHIN_MILLIS)).isEmpty();
    }

    private static void assertChangesAreVisible(Ensemble ensemble, int ofEach) throws IOException {
        try (Clients clients = new Clients(ensemble, Reads.LINEARIZABLE)) {
            for (int change = 0; change < ofEach * ensemble.size(); change++) {
                clients.of(change).put(1, value(change));
                assertThat(clients.of(change + 1).get(1))
                        .as("change %s", change)
                        .contains(value(change));
            }
            clients.of(0).delete(1);
            assertThat(clients.of(1).get(1)).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0} {1} {2}", allowZeroInvocations = true)
    @MethodSource("lasting")
    @Tag("processes")
    void keepsAcknowledgedChangesAfterARestart(String name, String durability, int size, ReplicatedBackend backend)
            throws Exception {
        Ensemble ensemble = ensemble(backend, durability, size);
        Reads reads = linearizable(backend) ? Reads.LINEARIZABLE : Reads.LOCAL;
        try (ensemble) {
            ensemble.start();
            try (Clients clients = new Clients(ensemble, reads)) {
                for (int key = 0; key < KEYS; key++) {
                    clients.of(key).put(key, value(key));
                }
                clients.of(0).delete(3);
            }
        }
        try (ensemble) {
            ensemble.start();
            try (Clients clients = new Clients(ensemble, reads)) {
                for (int key = 0; key < KEYS; key++) {
                    if (key == 3) {
                        assertThat(clients.of(1).get(key)).isEmpty();
                    } else {
                        assertThat(clients.of(key + 1).get(key))
                                .as("key %s", key)
                                .contains(value(key));
                    }
                }
                clients.of(0).put(KEYS, value(KEYS));
            }
        }
    }

    /** A single client waits for one disk sync per write; lower durabilities sync nothing. */
    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("alone")
    @Tag("processes")
    void onlySafeSyncsEachWrite(String name, String durability, int size, ReplicatedBackend backend) throws Exception {
        try (Ensemble ensemble = ensemble(backend, durability, size).start();
                Store store = ensemble.connect(1, Reads.LOCAL)) {
            long before = ensemble.member(1).forces().orElse(0);
            for (int key = 0; key < KEYS; key++) {
                store.put(key, value(key));
            }
            long forces = ensemble.member(1).forces().orElse(0) - before;

            if (durability.equals(Durability.SAFE.word())) {
                assertThat(forces).isGreaterThanOrEqualTo(KEYS);
            } else {
                assertThat(forces).isLessThan(KEYS / 2);
            }
        }
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("firstAlone")
    @Tag("processes")
    void namesAPortInUseAndLeavesNothing(String name, String durability, int size, ReplicatedBackend backend)
            throws Exception {
        Ensemble ensemble = ensemble(backend, durability, size);
        for (int port : ensemble.start(1).own().ports()) {
            try (ServerSocket other = new ServerSocket()) {
                other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                JvmLeftovers leftovers = new JvmLeftovers();

                assertThatThrownBy(() -> backend.start(ensemble.start(1)).close())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(Integer.toString(port));
                assertThat(leftovers.awaitNone(ENDS_WITHIN_MILLIS)).isEmpty();
            }
        }
    }

    @ParameterizedTest(name = "{0} {1} {2}", allowZeroInvocations = true)
    @MethodSource("lastingAlone")
    @Tag("processes")
    void namesAnUnwritableFolder(String name, String durability, int size, ReplicatedBackend backend) throws Exception {
        MemberStart start = ensemble(backend, durability, size).start(1);
        // Permissions do not work here, because root ignores them.
        Path file = Files.createFile(folder.resolve("file"));
        JvmLeftovers leftovers = new JvmLeftovers();

        assertThatThrownBy(() -> backend.start(new MemberStart(1, start.members(), file, start.durability()))
                        .close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
        assertThat(leftovers.awaitNone(ENDS_WITHIN_MILLIS)).isEmpty();
    }

    static Stream<Arguments> lastingAlone() {
        return lasting().filter(one -> one.get()[2].equals(1));
    }

    /** A client for each member. */
    private static final class Clients implements AutoCloseable {

        private final List<Store> stores;

        Clients(Ensemble ensemble, Reads reads) throws IOException {
            stores = ensemble.connectAll(reads);
        }

        Store of(long number) {
            return stores.get((int) (number % stores.size()));
        }

        @Override
        public void close() throws IOException {
            for (Store store : stores) {
                store.close();
            }
        }
    }
}
