// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.Conversation.ConversationEnd;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class NodesTest {

    private static final String DEADLINE = "microbench.cluster.joinDeadline";

    @TempDir
    Path folder;

    /** Prints and returns its arguments. */
    public static final class Upper implements Service {

        @Override
        public String name() {
            return "upper";
        }

        @Override
        public void serve(Conversation conversation, String arguments) {
            System.out.println("asked for " + arguments);
            conversation.send(
                    arguments.toUpperCase(java.util.Locale.ROOT) + System.getProperty("asked.of", " of nobody"));
        }
    }

    /** A service whose constructor fails. */
    public static final class Broken implements Service {

        public Broken() {
            throw new IllegalStateException("broken on purpose");
        }

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public void serve(Conversation conversation, String arguments) {}
    }

    /** A service whose constructor never returns. */
    public static final class Stuck implements Service {

        public Stuck() throws InterruptedException {
            Thread.sleep(Long.MAX_VALUE);
        }

        @Override
        public String name() {
            return "stuck";
        }

        @Override
        public void serve(Conversation conversation, String arguments) {}
    }

    @AfterEach
    void clearDeadline() {
        System.clearProperty(DEADLINE);
    }

    @Test
    void namesSettingIfChildDoesNotJoin() {
        System.setProperty(DEADLINE, "1s");

        assertThatThrownBy(() -> Nodes.start(1, List.of(Stuck.class)).close())
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith(
                        "Node child-1 did not join within 1 s; -Dmicrobench.cluster.joinDeadline=5m sets a longer limit.");

        System.setProperty(DEADLINE, "soon");
        assertThatThrownBy(() -> Nodes.start(1).close())
                .isInstanceOf(ClusterException.class)
                .hasMessage("microbench.cluster.joinDeadline = \"soon\": expected a time such as 5m");
    }

    /** The fixture passes its deadline on, and a fork joins with it. */
    @Test
    void passesJoinDeadlineToFork() throws Exception {
        String nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "127.0.0.1:" + free.getLocalPort();
        }
        Map<String, String> values =
                Map.of("join", nobody, "keyFile", KeyFiles.in(folder).toString(), "joinDeadline", "300ms");
        values.forEach((name, value) -> System.setProperty("microbench.fixture." + name, value));
        try {
            assertThatThrownBy(ClusterFixture::join)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageStartingWith("No node answered within 300 ms: " + nobody);
        } finally {
            values.keySet().forEach(name -> System.clearProperty("microbench.fixture." + name));
        }
    }

    @Test
    @Tag("jdk")
    void losesOnlyKilledChild() throws Exception {
        List<ChildNode> children;
        try (Nodes nodes = Nodes.start(
                2, List.of(Upper.class), List.of("-Dasked.of=nodes", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"))) {
            children = nodes.children();
            ChildNode first = children.get(0);
            try (Conversation conversation = first.open("upper", "abc")) {
                assertThat(conversation.receive()).contains("ABCnodes");
            }
            TestNodes.await(() -> first.output().contains("asked for abc"));
            TestNodes.await(() -> nodes.children().stream()
                    .noneMatch(child -> child.series().seconds().isEmpty()));
            assertThat(first.series().threads())
                    .allSatisfy(threads -> assertThat(threads).isGreaterThan(1));
            assertThat(nodes.problem()).isEmpty();
            CompletableFuture<ConversationEnd> end = new CompletableFuture<>();
            Conversation held = first.open("describe", "");
            held.receive();
            first.kill();
            TestNodes.await(() -> nodes.parent().member("child-1").isEmpty());
            assertThat(nodes.problem()).hasValueSatisfying(problem -> assertThat(problem)
                    .isEqualTo("Node child-1 has ended. Its last output: [asked for abc]"));

            children.get(1).open("upper", "x").whenEnded(end::complete);
            assertThat(end.get(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(new ConversationEnd.Closed(false));
            assertThatThrownBy(() -> first.open("upper", "y"))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("child-1 is no longer a member");
        }
        assertThat(children).noneMatch(ChildNode::isAlive);
    }

    @Tag("processes")
    @Test
    void reportsOutputOfChildThatCannotStart() {
        assertThatThrownBy(() -> Nodes.start(1, List.of(Broken.class)).close())
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("Node child-1 ended before it joined")
                .hasMessageContaining("broken on purpose");
        assertThat(ProcessHandle.current().descendants())
                .noneMatch(child -> child.info().commandLine().orElse("").contains(Nodes.MARK));
    }
}
