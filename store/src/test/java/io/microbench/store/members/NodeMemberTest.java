// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterSettings;
import io.microbench.cluster.Conversation;
import io.microbench.result.RecordJson;
import io.microbench.run.Eventually;
import io.microbench.store.Backend;
import io.microbench.store.Backends;
import io.microbench.store.Durability;
import io.microbench.store.members.StoreNodeService.MemberOrder;
import io.microbench.store.members.StoreNodeService.MemberState;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a member on a node in this JVM. */
@Tag("any-jdk")
@Timeout(120)
class NodeMemberTest {

    @TempDir
    Path folder;

    private Cluster node;
    private MembersPlan plan;

    @BeforeEach
    void join() throws IOException {
        ScriptedBackend.reset();
        Path services = folder.resolve("META-INF/services/" + Backend.class.getName());
        Files.createDirectories(services.getParent());
        Files.writeString(services, ScriptedBackend.class.getName());
        Backends backends = Backends.of(
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader()),
                System.err::println);
        node = Cluster.join(
                ClusterSettings.node("member-node").keyFile(Optional.of(folder.resolve("key.p12"))),
                new StoreNodeService(backends));
        plan = MembersPlan.of(new ScriptedBackend(), Durability.MEMORY, 1, folder.resolve("members"));
    }

    @AfterEach
    void leave() {
        node.close();
    }

    private NodeMember open() throws IOException {
        return new NodeMember(
                "Member 1",
                () -> "Its last output: nothing",
                node.open(node.self(), StoreNodeService.NAME, new MemberOrder("scripted", plan.start(1)).line()));
    }

    @Test
    void runsUntilStopped() throws Exception {
        NodeMember member = open();
        member.awaitStarted();
        Files.write(plan.start(1).folder().resolve("file"), new byte[100]);

        assertThat(member.state())
                .isEqualTo(new MemberState(
                        Optional.of(true),
                        Optional.of(17L),
                        100,
                        List.of(ProcessHandle.current().pid())));
        assertThat(new StoreNodeService().numbers())
                .containsEntry("forces", 17.0)
                .containsEntry("diskBytes", 100.0);
        assertThat(member.problem()).isEmpty();

        member.close();

        assertThat(ScriptedBackend.closed).isEqualTo(1);
        assertThat(member.problem()).isEmpty();
        assertThat(new StoreNodeService().numbers()).isEmpty();
    }

    @Test
    void reportsTheStateWithoutAnOrder() throws Exception {
        NodeMember member = open();
        member.awaitStarted();
        try (Conversation fork = node.open(node.self(), StoreNodeService.NAME, "")) {
            fork.send(StoreNodeService.STATE);
            assertThat(fork.receive()).contains(RecordJson.line(member.state()));

            member.close();
            fork.send(StoreNodeService.STATE);
            assertThat(fork.receive()).isEmpty();
            assertThat(fork.end()).hasValueSatisfying(end -> assertThat(end.text())
                    .contains("no member of a store runs on this node"));
        }
    }

    @Test
    void reportsWhyAMemberDoesNotStart() throws Exception {
        ScriptedBackend.startFailure = Optional.of("port 7001 is in use");
        NodeMember member = open();

        assertThatThrownBy(member::awaitStarted)
                .isInstanceOf(IOException.class)
                .hasMessage("Member 1 has ended: the conversation failed on the other node: java.io.IOException: port"
                        + " 7001 is in use. Its last output: nothing");
    }

    @Test
    void endsWithAProcessOfTheMember() throws Exception {
        Process outside = new ProcessBuilder("sleep", "100").start();
        try {
            ScriptedBackend.processes = List.of(outside.toHandle());
            NodeMember member = open();
            member.awaitStarted();
            assertThat(member.state().pids())
                    .containsExactly(ProcessHandle.current().pid(), outside.pid());

            outside.destroyForcibly();

            assertThatThrownBy(() -> {
                        while (true) {
                            member.state();
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Member 1");
            assertThat(member.problem())
                    .contains(
                            "Member 1 has ended: the conversation failed on the other node: java.io.IOException: process "
                                    + outside.pid() + " has ended. Its last output: nothing");
        } finally {
            outside.destroyForcibly();
        }
    }

    @Test
    void reportsWhyAMemberFailed() throws Exception {
        CompletableFuture<String> failure = new CompletableFuture<>();
        ScriptedBackend.failure = Optional.of(failure);
        try (NodeMember member = open()) {
            member.awaitStarted();
            assertThat(NodeMember.firstProblem(List.of(member))).isEmpty();

            failure.complete("its log cannot be written: No space left on device");

            Eventually.within(60, "it has ended", () -> ScriptedBackend.closed == 1);
            Eventually.within(60, "that is known", () -> member.problem().isPresent());
            assertThat(NodeMember.firstProblem(List.of(member)))
                    .contains("Member 1 has ended: the conversation failed on the other node: java.io.IOException:"
                            + " its log cannot be written: No space left on device. Its last output: nothing");
        }
    }

    @Test
    void ignoresFailuresWhileStopping() throws Exception {
        CompletableFuture<String> failure = new CompletableFuture<>();
        ScriptedBackend.failure = Optional.of(failure);
        NodeMember member = open();
        member.awaitStarted();
        member.close();

        failure.complete("its log cannot be written: No space left on device");

        assertThat(member.problem()).isEmpty();
    }

    @Test
    void reportsAMemberThatFailsBeforeTheStoreIsReady() throws Exception {
        ScriptedBackend.writeFailure = Optional.of("no leader");
        ScriptedBackend.failure = Optional.of(CompletableFuture.completedFuture("No space left on device"));
        try (NodeMember member = open()) {
            StoreReadiness readiness = new StoreReadiness(plan, List.of(member));

            assertThatThrownBy(() -> readiness.await(Duration.ofSeconds(100), List.of()))
                    .hasMessageContaining("Member 1 has ended")
                    .hasMessageContaining("No space left on device");
        }
    }

    @Test
    void isReadyAfterAWriteAndDeletesTheProbe() throws Exception {
        try (NodeMember member = open()) {
            new StoreReadiness(plan, List.of(member)).await(Duration.ofSeconds(60), List.of());

            assertThat(ScriptedBackend.values()).isEmpty();
        }
    }

    @Test
    void namesAMemberThatNeverAnswers() throws Exception {
        ScriptedBackend.writeFailure = Optional.of("no leader");
        try (NodeMember member = open()) {
            StoreReadiness readiness = new StoreReadiness(plan, List.of(member));

            assertThatThrownBy(() -> readiness.await(Duration.ofMillis(1500), List.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("The store scripted \\(memory\\) with 1 member was not ready within 2 s:"
                            + " member 1 at \\[\\d+] (has not started|did not answer a write"
                            + "|answers with java.io.IOException: no leader)");
        }
    }

    @Test
    void failsAtOnceIfAMemberDoesNotStart() throws Exception {
        ScriptedBackend.startFailure = Optional.of("no space left on device");
        StoreReadiness readiness = new StoreReadiness(plan, List.of(open()));

        assertThatThrownBy(() -> readiness.await(Duration.ofSeconds(100), List.of()))
                .hasMessageStartingWith("The store scripted (memory) with 1 member does not start: Member 1 has ended:")
                .hasMessageContaining("no space left on device");
    }
}
