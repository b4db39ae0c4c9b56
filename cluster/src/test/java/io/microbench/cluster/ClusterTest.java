// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.Cluster.NodeDescription;
import io.microbench.cluster.MemberListener.Loss;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {

    @TempDir
    Path folder;

    private TestNodes nodes;

    @BeforeEach
    void begin() throws Exception {
        nodes = new TestNodes(folder);
    }

    @AfterEach
    void end() {
        nodes.close();
    }

    @Test
    void listsThreeNodesByNameAndAddress() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b");
        Cluster c = nodes.start("c");

        for (Cluster each : List.of(a, b, c)) {
            TestNodes.await(() -> each.members().size() == 3);
            assertThat(each.members()).containsExactly(a.self(), b.self(), c.self());
        }
        assertThat(b.self().address()).startsWith("127.0.0.1:");
        assertThat(c.member("b")).contains(b.self());
        assertThat(c.member("d")).isEmpty();
    }

    @Test
    void describesNode() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b");

        NodeDescription description = b.describe(a.self(), TestNodes.LONG);

        assertThat(description.name()).isEqualTo("a");
        assertThat(description.address()).isEqualTo(a.self().address());
        assertThat(description.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(description.environment().logicalCpus()).isPositive();
        assertThat(b.describe(b.self(), TestNodes.LONG).name()).isEqualTo("b");
    }

    @Test
    void namesTriedAddressesIfNoNodeAnswers() throws Exception {
        String nobody = freeAddress();

        assertThatThrownBy(() -> nodes.add(
                        Cluster.join(nodes.node("b").join(List.of(nobody)).joinDeadline(Duration.ofMillis(300)))))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("No node answered within 300 ms: " + nobody + " (Connection refused")
                .hasMessageEndingWith("(--bind), and check host and port.");
    }

    @Test
    void startsAloneAsFirstNode() throws Exception {
        String first = freeAddress();
        int port = HostPort.parse(first).getPort();

        Cluster a = nodes.add(Cluster.join(nodes.node("a").port(port).join(List.of(first, freeAddress()))));

        assertThat(a.members()).containsExactly(a.self());
    }

    @Test
    void waitsForFirstNode() throws Exception {
        String first = freeAddress();
        BlockingQueue<Cluster> joined = new LinkedBlockingQueue<>();
        Thread early = new Thread(() -> joined.add(Cluster.join(nodes.node("b").join(List.of(first)))));
        early.start();

        Cluster a = nodes.add(
                Cluster.join(nodes.node("a").port(HostPort.parse(first).getPort())));
        Cluster b = nodes.add(joined.take());

        assertThat(b.members()).containsExactly(a.self(), b.self());
    }

    @Test
    void namesPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> nodes.add(Cluster.join(nodes.node("a").port(taken.getLocalPort()))))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageStartingWith("Cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ")
                    .hasMessageContaining(
                            "add --join 127.0.0.1:" + taken.getLocalPort() + ". Otherwise give another port (--port;");
        }
    }

    @Test
    void reportsLeavingNodeAndFreesItsPort() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b");
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        a.listen(new MemberListener() {
            @Override
            public void joined(Member member) {
                events.add("+" + member.name());
            }

            @Override
            public void lost(Member member, Loss loss) {
                events.add("-" + member.name() + " " + loss);
            }
        });
        assertThat(events.take()).isEqualTo("+a");
        assertThat(events.take()).isEqualTo("+b");

        b.close();

        new ServerSocket(HostPort.parse(b.self().address()).getPort(), 1, InetAddress.getByName("127.0.0.1")).close();
        assertThat(events.take()).isEqualTo("-b LEFT");
        assertThat(a.members()).containsExactly(a.self());
    }

    @Test
    void leavesNoThread() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", new EchoService());
        try (Conversation conversation = a.open(b.self(), "echo", "")) {
            conversation.send("x");
            assertThat(conversation.receive()).contains("x");
        }
        assertThat(threads()).isNotEmpty();

        nodes.close();

        TestNodes.await(() -> threads().isEmpty());
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("microbench-node")
                        || thread.getName().contains(",microbench,"))
                .toList();
    }

    @Test
    void rejectsWildcardAddress() {
        assertThatThrownBy(() -> Cluster.join(nodes.node("a").bind("0.0.0.0")))
                .isInstanceOf(ClusterException.class)
                .hasMessage("A node cannot listen on 0.0.0.0, as others would not know its address."
                        + " Name the address that they can reach.");
    }

    @Test
    void rejectsInvalidSettings() {
        assertThatThrownBy(() -> ClusterSettings.node("a b"))
                .isInstanceOf(ClusterException.class)
                .hasMessage("Node name \"a b\": use 1 to 64 letters, digits, and . _ -");
        assertThatThrownBy(() -> ClusterSettings.node("a").port(70_000)).hasMessageContaining("Port 70000");
        assertThatThrownBy(() -> ClusterSettings.node("a").join(List.of("host")))
                .hasMessageContaining("\"host\": use host:port");
    }

    private static String freeAddress() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }
}
