// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.cli.StoresCommand.Choice;
import io.microbench.settings.ConfigurationException;
import io.microbench.store.Backend;
import io.microbench.store.Backends;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class StoresCommandTest {

    private static final List<Backend> KNOWN =
            Backends.of(StoresCommandTest.class.getClassLoader(), warning -> {}).all();

    private static Map<String, String> settings(Choice choice) {
        Map<String, String> settings = new LinkedHashMap<>();
        choice.addTo(settings, List.of("1", "3"));
        return settings;
    }

    @Test
    void selectsStoresOfTheCommandByDefault() {
        Choice choice = Choice.of(KNOWN, List.of(), List.of("safe"), List.of("insert"));

        assertThat(settings(choice))
                .containsOnly(
                        Map.entry(
                                "microbench.cases",
                                "io.microbench.store.SafeReplicatedBenchmark.insert:backend=jgroupsraft;"
                                        + "io.microbench.store.SafeStoreBenchmark.insert:backend=log;"
                                        + "io.microbench.store.SafeStoreBenchmark.insert:backend=mvstore"),
                        Map.entry("microbench.param.nodes", "1,3"));
        assertThat(choice.libraries()).isEmpty();
    }

    @Test
    void selectsSupportedDurabilities() {
        Choice choice = Choice.of(KNOWN, List.of("map", "log"), List.of("process", "memory"), List.of("mix95"));

        assertThat(settings(choice))
                .containsOnly(Map.entry(
                        "microbench.cases",
                        "io.microbench.store.MemoryStoreBenchmark.mix95:backend=map;"
                                + "io.microbench.store.ProcessStoreBenchmark.mix95:backend=log"));
    }

    @Test
    void addsLibrariesOfLargeStores() {
        List<String> libraries = Choice.of(
                        KNOWN, List.of("rocksdb", "zookeeper", "etcd"), List.of("safe"), List.of("insert"))
                .libraries();

        assertThat(libraries)
                .doesNotHaveDuplicates()
                .allMatch(one -> one.matches("[a-z.0-9]+:[a-z0-9-]+:[0-9][0-9A-Za-z.]+"))
                .anyMatch(one -> one.startsWith("org.rocksdb:rocksdbjni:"))
                .anyMatch(one -> one.startsWith("org.apache.zookeeper:zookeeper:"))
                .anyMatch(one -> one.startsWith("io.etcd:jetcd-core:"));
    }

    @Test
    void excludesFilesLikeTheStoreModule() {
        String repository = "/home/a/.m2/repository/io/netty/";
        List<String> used = List.of(
                repository + "netty-handler/4.2.20.Final/netty-handler-4.2.20.Final.jar",
                "lib/netty-transport-native-epoll-4.2.20.Final.jar");

        assertThat(StoreLibraries.used(List.of(
                        used.get(0),
                        repository
                                + "netty-transport-native-epoll/4.1.130.Final/netty-transport-native-epoll-4.1.130.Final.jar",
                        used.get(1))))
                .isEqualTo(used);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "redis   | safe   | insert | STORE \"redis\" is unknown. Expected etcd, infinispan, jgroupsraft, log, map, mvstore,"
                        + " rocksdb or zookeeper, separated by commas if several.",
                "rocksdb | memory | insert | rocksdb has no durability memory. Expected --durability safe or process.",
                "log     | secure | insert | --durability \"secure\" is unknown. Expected safe, process or memory,"
                        + " separated by commas if several.",
                "log     | safe   | drop   | --operation \"drop\" is unknown. Expected insert, query, mix95, mix50 or"
                        + " delete, separated by commas if several.",
            })
    void rejectsUnknownWords(String store, String durability, String operation, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Choice.of(KNOWN, List.of(store), List.of(durability), List.of(operation)))
                .withMessage(message);
    }

    @Test
    void invalidLinesMeasureNothing() {
        for (String line :
                List.of("redis", "--nodes=0", "--nodes=10", "--nodes=a", "--durability=none", "--operation=")) {
            TestConsole console = new TestConsole();

            assertThat(console.run("stores", line)).as(line).isEqualTo(ExitCode.USAGE);
            assertThat(console.errors()).singleElement().asString().startsWith("microbench: ");
        }
    }
}
