// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.Fixture;
import io.microbench.settings.ConfigurationException;
import io.microbench.store.StoreFolder;
import io.microbench.store.members.StoreNodes.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class StoreNodesTest {

    private static final long PAUSE_MILLIS = 50;

    @TempDir
    Path folder;

    @BeforeEach
    void useFolder() {
        System.setProperty(StoreFolder.PROPERTY, folder.resolve("stores").toString());
    }

    @AfterEach
    void clearFolder() {
        System.clearProperty(StoreFolder.PROPERTY);
    }

    private Fixture.Start given(String nodes) throws IOException {
        return new Fixture.Start(
                new TreeMap<>(Map.of("backend", "jgroupsraft", "durability", "safe", "nodes", nodes)),
                Files.createDirectories(folder.resolve("fixture")));
    }

    private static List<ProcessHandle> nodes() {
        return ProcessHandle.current()
                .descendants()
                .filter(child -> child.info().commandLine().orElse("").contains("microbench.node="))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "", "three"})
    void rejectsAnInvalidNumberOfNodes(String nodes) {
        assertThatThrownBy(() -> new StoreNodes().start(given(nodes)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("nodes = \"" + nodes + "\": expected 1 to 9 members; -Dmicrobench.param.nodes sets it,"
                        + " or --param nodes of the command");
    }

    @Test
    @Tag("processes")
    void startsMonitorsAndEndsAStore() throws Exception {
        try (StoreNodes store = new StoreNodes()) {
            Map<String, String> values = store.start(given("3"));

            assertThat(StoreAddress.read(name -> values.getOrDefault(name, "")).places())
                    .hasSize(3);
            store.check();
            assertThat(nodes()).hasSize(3);

            nodes().get(2).destroyForcibly();

            assertThat(awaitProblem(store)).contains("has ended");
        }
        assertThat(nodes()).isEmpty();
        assertThat(folder.resolve("stores")).isEmptyDirectory();
    }

    private static String awaitProblem(StoreNodes store) throws InterruptedException {
        while (true) {
            try {
                store.check();
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    @Test
    @Tag("processes")
    void rejectsAFileAsFolderAndLeavesNoNode() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        System.setProperty(StoreFolder.PROPERTY, file.toString());
        try (StoreNodes store = new StoreNodes()) {
            assertThatThrownBy(() -> store.start(given("1")))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Cannot create a store folder in " + file);
        }
        assertThat(nodes()).isEmpty();
    }
}
