// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.NodeStack.StackFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jgroups.protocols.FILE_PING;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackFileTest {

    @TempDir
    Path folder;

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("stack.xml"), text);
    }

    @Test
    void takesTheProtocolThatFindsNodes() throws Exception {
        assertThat(StackFile.read(file("<config><FILE_PING location=\"" + folder + "\"/></config>")))
                .isInstanceOfSatisfying(
                        FILE_PING.class, ping -> assertThat(ping.getLocation()).isEqualTo(folder.toString()));
    }

    @Test
    void refusesAWholeStackAndWhatFindsNoNodes() throws Exception {
        assertThatThrownBy(() -> StackFile.read(file("<config><TCP/><TCPPING/></config>")))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("[TCP, TCPPING]")
                .hasMessageContaining("Leave one protocol that finds other nodes");
        assertThatThrownBy(() -> StackFile.read(file("<config><MERGE3/></config>")))
                .hasMessageContaining("has MERGE3, which finds no nodes");
        assertThatThrownBy(() -> StackFile.read(folder.resolve("none.xml"))).hasMessageContaining("cannot be read");
    }

    /** Nodes that start at the same time form clusters of one node, which merge within about ten seconds. */
    @Test
    @Tag("processes")
    void nodesFindOneAnotherByAProtocolOfTheUser() throws Exception {
        Path stack = file(
                "<config><FILE_PING location=\"" + Files.createDirectory(folder.resolve("nodes")) + "\"/></config>");
        try (TestNodes nodes = new TestNodes(folder)) {
            Thread second = new Thread(() -> nodes.add(
                    Cluster.join(nodes.node("b").stack(Optional.of(stack)).build())));
            second.start();
            Cluster a = nodes.add(
                    Cluster.join(nodes.node("a").stack(Optional.of(stack)).build()));
            second.join();

            TestNodes.await(() -> a.members().size() == 2);
            assertThat(List.of(a.members().get(0).name(), a.members().get(1).name()))
                    .containsExactlyInAnyOrder("a", "b");
        }
    }
}
