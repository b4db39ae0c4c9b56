// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.cli.StoresCommand.Choice;
import io.microbench.settings.ConfigurationException;
import io.microbench.store.Backend;
import io.microbench.store.Backends;
import io.microbench.text.PreflightException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-jdk")
class StoresCommandTest {

    private static final List<Backend> KNOWN =
            Backends.of(StoresCommandTest.class.getClassLoader(), warning -> {}).all();

    private static Map<String, String> settings(Choice choice) {
        Map<String, String> settings = new LinkedHashMap<>();
        choice.addTo(settings, List.of());
        return settings;
    }

    private static Map<String, String> chosen(Choice choice) {
        Map<String, String> settings = settings(choice);
        settings.keySet().removeIf(name -> name.startsWith("io.microbench."));
        return settings;
    }

    @Test
    void selectsStoresOfTheCommandByDefault() {
        Choice choice = Choice.of(KNOWN, List.of(), List.of("safe"), List.of("insert"));

        assertThat(settings(choice)).containsKeys("io.microbench.start.fork", "io.microbench.start.fixture");
        assertThat(chosen(choice))
                .containsOnly(
                        Map.entry(
                                "microbench.cases",
                                "io.microbench.store.SafeReplicatedBenchmark.insert:backend=jgroupsraft;"
                                        + "io.microbench.store.SafeStoreBenchmark.insert:backend=log;"
                                        + "io.microbench.store.SafeStoreBenchmark.insert:backend=mvstore"),
                        Map.entry("microbench.param.nodes", "1,3"));
        assertThat(choice.libraries(any -> true)).isEmpty();
    }

    @Test
    void selectsSupportedDurabilities() {
        Choice choice = Choice.of(KNOWN, List.of("map", "log"), List.of("process", "memory"), List.of("mix95"));

        assertThat(chosen(choice))
                .containsOnly(Map.entry(
                        "microbench.cases",
                        "io.microbench.store.MemoryStoreBenchmark.mix95:backend=map;"
                                + "io.microbench.store.ProcessStoreBenchmark.mix95:backend=log"));
    }

    @Test
    void addsLibrariesOfLargeStores() {
        List<String> libraries = Choice.of(
                        KNOWN, List.of("rocksdb", "zookeeper", "etcd"), List.of("safe"), List.of("insert"))
                .libraries(any -> true);

        assertThat(libraries)
                .doesNotHaveDuplicates()
                .allMatch(one -> one.matches("[a-z.0-9]+:[a-z0-9-]+:[0-9][0-9A-Za-z.]+"))
                .anyMatch(one -> one.startsWith("org.rocksdb:rocksdbjni:"))
                .anyMatch(one -> one.startsWith("org.apache.zookeeper:zookeeper:"))
                .anyMatch(one -> one.startsWith("io.etcd:jetcd-core:"));
    }

    @Test
    void needsNoLibrariesForStoresWhoseProgramIsMissing() {
        Choice choice = Choice.of(KNOWN, List.of("rocksdb", "etcd"), List.of("safe"), List.of("insert"));

        assertThat(choice.libraries(store -> !store.name().equals("etcd")))
                .singleElement()
                .asString()
                .startsWith("org.rocksdb:rocksdbjni:");
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
                "rocksdb | memory | insert | rocksdb does not support durability memory. Expected --durability safe or process.",
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
    void keepsTheBenchmarksByTheirDigest(@TempDir Path cache) throws IOException {
        Path first = StoreLibraries.kept(new byte[] {1, 2}, Optional.of(cache));
        Path other = StoreLibraries.kept(new byte[] {1, 3}, Optional.of(cache));
        Files.write(first, new byte[] {1});

        assertThat(first).hasFileName("stores.jar").startsWith(cache).isNotEqualTo(other);
        assertThat(StoreLibraries.kept(new byte[] {1, 2}, Optional.of(cache))).isEqualTo(first);
        assertThat(first).hasBinaryContent(new byte[] {1, 2});
    }

    @Test
    void namesAnUnwritableFolderForBenchmarks(@TempDir Path temp) throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");

        assertThatExceptionOfType(PreflightException.class)
                .isThrownBy(() -> StoreLibraries.kept(new byte[] {1}, Optional.of(file)))
                .withMessageStartingWith("Cannot write the benchmarks of stores to " + file)
                .withMessageEndingWith("Set XDG_CACHE_HOME to a folder with free space that you may write to.");
    }

    @Test
    void refusesNodesForLocalStores() {
        Choice choice = Choice.of(KNOWN, List.of("log", "map"), List.of("memory", "safe"), List.of("insert"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> choice.addTo(new LinkedHashMap<>(), List.of("2")))
                .withMessage(
                        "--nodes 2 has no effect on log and map: local stores run inside the measured JVM. Leave it out, or add a"
                                + " replicated store, such as jgroupsraft.");
    }

    @Test
    void rejectsInvalidLines() {
        for (String line : List.of(
                "redis",
                "--nodes=0",
                "--nodes=10",
                "--nodes=a",
                "log --nodes=2",
                "--durability=none",
                "--operation=")) {
            TestConsole console = new TestConsole();

            assertThat(console.run(("stores " + line).split(" ", -1))).as(line).isEqualTo(ExitCode.USAGE);
            assertThat(console.errors()).singleElement().asString().startsWith("microbench: ");
        }
    }
}
