// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.remote.ForkServerClient;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostCases;
import io.microbench.remote.HostLines;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.remote.NodeNetwork;
import io.microbench.result.CaseId;
import io.microbench.result.RecordJson;
import io.microbench.text.PreflightException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the services of a node in this JVM. */
@Tag("any-jdk")
class NodeServicesTest {

    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    private Cluster node;
    private NodeNetwork.Joined network;

    @BeforeEach
    void join() throws IOException {
        Path sent = folder.resolve("sent");
        node = Cluster.join(
                ClusterSettings.node("a").keyFile(Optional.of(KeyFiles.in(folder))),
                new ForkHostService(sent),
                new StoreService(sent));
        network = network(Map.of());
    }

    private NodeNetwork.Joined network(Map<String, String> more) {
        Map<String, String> settings = new java.util.TreeMap<>(more);
        settings.put("microbench.join", node.self().address());
        settings.put("microbench.cluster.keyFile", folder.resolve("key.p12").toString());
        return new ClusterNetwork().join(List.of("a"), settings);
    }

    @AfterEach
    void leave() {
        network.close();
        node.close();
    }

    private Launch launch(String... more) {
        List<String> classPath = new java.util.ArrayList<>(List.of(more));
        classPath.addAll(List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        return new Launch("node a", classPath, folder, Map.of("microbench.cases", "NodeFixture", "forks", "1"));
    }

    /** Records the lines of a host. */
    private static final class Kept implements HostLines.Taker {

        private final BlockingQueue<HostEnd> ends = new LinkedBlockingQueue<>();

        @Override
        public void replied(String line) {}

        @Override
        public void printed(String line) {}

        @Override
        public void ended(HostEnd end) {
            ends.add(end);
        }

        HostEnd end() throws InterruptedException {
            return Optional.ofNullable(ends.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .orElseThrow(() -> new AssertionError("the host did not end"));
        }
    }

    @Test
    void listsCasesOfHostOnNode() {
        try (ForkServerClient host =
                ForkServerClient.over("node a", taker -> network.start("a", launch(), taker), line -> {})) {
            HostCases cases = host.list(Map.of());

            assertThat(cases.cases())
                    .extracting(HostCases.HostCase::id)
                    .extracting(CaseId::text)
                    .containsExactly("io.microbench.cluster.NodeFixture.work:threads=1");
        }
    }

    @Test
    void namesDifferentClassPathEntry() throws IOException {
        Path jar = Files.writeString(folder.resolve("mine.jar"), "mine");
        Launch launch = launch(jar.toString());
        PathEntry mine = PathEntry.of(jar);
        network.start("a", launch, new Kept()).close();
        Files.writeString(jar, "another");

        // The network described the class path at the first request.
        assertThatThrownBy(() -> network.start("a", launch, new Kept()))
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("Node a has a different class path: " + jar + " is different here (SHA-256 ")
                .hasMessageContaining("expected " + mine.shortDigest())
                .hasMessageContaining("-Dmicrobench.cluster.ship=true");
    }

    @Test
    void usesSentEntries() throws Exception {
        Path jar = Files.writeString(folder.resolve("mine.jar"), "mine");
        Path classes = Files.createDirectories(folder.resolve("classes/deep"));
        Files.writeString(classes.resolve("big.bin"), "0123456789".repeat(100_000));
        List<PathEntry> entries = List.of(PathEntry.of(jar), PathEntry.of(classes));

        for (PathEntry entry : entries) {
            StoreService.send(entry, node.open(node.self(), StoreService.NAME, RecordJson.line(entry)));
        }

        EntryStore store = new EntryStore(folder.resolve("sent"));
        for (PathEntry entry : entries) {
            assertThat(store.find(entry)).isPresent();
        }
    }

    @Test
    void rejectsContentWithOtherDigest() throws Exception {
        Path jar = Files.writeString(folder.resolve("mine.jar"), "mine");
        PathEntry announced = PathEntry.of(jar);
        Files.writeString(jar, "else");

        assertThatThrownBy(() -> StoreService.send(
                        announced, node.open(node.self(), StoreService.NAME, RecordJson.line(announced))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has the SHA-256 ");
    }

    @Test
    void endsHostWhenLinesAreClosed() throws Exception {
        Kept kept = new Kept();
        HostLines host = network.start("a", launch(), kept);

        host.close();

        assertThat(kept.end()).isInstanceOf(HostEnd.Unknown.class);
        assertThatThrownBy(() -> host.send("{}")).isInstanceOf(IOException.class);
    }

    @Test
    void endsHostsOfLostNode() throws Exception {
        Kept kept = new Kept();
        network.start("a", launch(), kept);

        node.close();

        assertThat(kept.end()).isInstanceOfSatisfying(HostEnd.NodeLost.class, lost -> assertThat(lost.node())
                .isEqualTo("a"));
        // The node closes its conversations first, and then leaves.
        Instant deadline = Instant.now().plusSeconds(PATIENCE_SECONDS);
        while (network.isThere("a") && Instant.now().isBefore(deadline)) {
            Thread.sleep(10);
        }
        assertThat(network.isThere("a")).isFalse();
    }

    @Test
    void rejectsInvalidOrder() throws Exception {
        for (String line : List.of("", "null", "{}", "[1]", "{\"name\":3}", "not JSON", "{\"classPath\":null}")) {
            try (Conversation conversation = node.open(node.self(), ForkHostService.NAME, "")) {
                conversation.send(line);

                assertThat(conversation.receive()).as(line).isEmpty();
                assertThat(conversation.end().orElseThrow()).as(line).isInstanceOf(ConversationEnd.Failed.class);
            }
        }
    }

    @Test
    void namesMissingAndPresentNodes() {
        assertThatThrownBy(() -> new ClusterNetwork()
                        .join(
                                List.of("a", "b"),
                                Map.of(
                                        "microbench.join",
                                        node.self().address(),
                                        "microbench.cluster.keyFile",
                                        folder.resolve("key.p12").toString())))
                .isInstanceOf(PreflightException.class)
                .hasMessage("microbench.nodes: there is no node b. The nodes of the cluster are a ("
                        + node.self().address() + ").");
    }
}
