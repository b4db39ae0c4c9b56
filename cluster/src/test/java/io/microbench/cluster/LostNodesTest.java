// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.MemberListener.Loss;
import io.microbench.process.ChildProcess;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests nodes in separate processes that are killed and frozen. */
@Tag("processes")
class LostNodesTest {

    private static final int BUSY = 12;
    private static final int FLOODS = 32;

    @TempDir
    Path folder;

    private TestNodes nodes;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<ConversationEnd> ends = new LinkedBlockingQueue<>();

    @BeforeEach
    void begin() throws Exception {
        nodes = new TestNodes(folder);
    }

    @AfterEach
    void end() {
        nodes.close();
    }

    private ChildProcess start(String name, Cluster first) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                name,
                nodes.keyFile().toString(),
                first.self().address());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        ChildProcess process = ChildProcess.start(builder);
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.process().getInputStream(), StandardCharsets.UTF_8));
        assertThat(output.readLine()).startsWith("127.0.0.1:");
        return process;
    }

    private Conversation talk(Cluster a, String name) throws Exception {
        TestNodes.await(() -> a.member(name).isPresent());
        Conversation conversation = a.open(a.member(name).orElseThrow(), "echo", "");
        conversation.send("x");
        assertThat(conversation.receive()).contains("x");
        conversation.whenEnded(ends::add);
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
        assertThat(next()).isEqualTo("+a");
        assertThat(next()).isEqualTo("+" + name);
        return conversation;
    }

    private String next() throws InterruptedException {
        return String.valueOf(events.poll(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS));
    }

    private static void signal(String name, ChildProcess process) throws Exception {
        assertThat(new ProcessBuilder(
                                "kill",
                                "-" + name,
                                Long.toString(process.process().pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void endsConversationsWithKilledNodeAndFreesItsName() throws Exception {
        Cluster a = nodes.start("a");
        try (ChildProcess process = start("b", a)) {
            talk(a, "b");
            long killed = System.nanoTime();
            process.process().destroyForcibly();

            ConversationEnd end = ends.poll(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS);

            report("killed", killed);
            assertThat(end).isEqualTo(new ConversationEnd.Lost(Loss.DIED.text()));
            assertThat(next()).isEqualTo("-b DIED");
        }
        nodes.start("b");
        assertThat(next()).isEqualTo("+b");
    }

    @Test
    void losesFrozenNodeAndReadmitsItAfterThaw() throws Exception {
        Cluster a = nodes.start("a");
        try (ChildProcess process = start("b", a)) {
            Conversation before = talk(a, "b");
            long frozen = System.nanoTime();
            signal("STOP", process);

            ConversationEnd end = ends.poll(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS);

            report("frozen", frozen);
            assertThat(end).isEqualTo(new ConversationEnd.Lost(Loss.SILENT.text()));
            assertThat(next()).isEqualTo("-b SILENT");
            long thawed = System.nanoTime();
            signal("CONT", process);
            assertThat(next()).isEqualTo("+b");
            report("thawed", thawed);
            assertThat(before.end()).contains(end);
            Conversation again = a.open(a.member("b").orElseThrow(), "echo", "");
            again.send("again");
            assertThat(again.receive()).contains("again");
        }
    }

    /** A frozen node accepts connections and never answers; a node that calls it continues to send to the others. */
    @Test
    void losesOnlyFrozenNodeUnderLoad() throws Exception {
        Cluster a = nodes.start("a");
        AtomicBoolean over = new AtomicBoolean();
        try (ChildProcess frozen = start("b", a);
                ChildProcess other = start("c", a)) {
            talk(a, "b");
            TestNodes.await(() -> a.member("c").isPresent());
            assertThat(next()).isEqualTo("+c");
            for (int i = 0; i < BUSY; i++) {
                DaemonThreads.named("busy")
                        .newThread(() -> {
                            while (!over.get()) {
                                Thread.onSpinWait();
                            }
                        })
                        .start();
            }
            for (int i = 0; i < FLOODS; i++) {
                Conversation flood = a.open(a.member("b").orElseThrow(), "echo", "");
                DaemonThreads.named("flood")
                        .newThread(() -> echoUntilLost(flood))
                        .start();
            }
            Thread.sleep(1000);
            signal("STOP", frozen);
            assertThat(next()).isEqualTo("-b SILENT");

            int lines = echo(a.open(a.member("c").orElseThrow(), "echo", ""), Duration.ofSeconds(12));

            assertThat(events).isEmpty();
            assertThat(lines).isPositive();
            assertThat(other.process().isAlive()).isTrue();
            over.set(true);
            signal("CONT", frozen);
            assertThat(next()).isEqualTo("+b");
        } finally {
            over.set(true);
        }
    }

    /** Fills the system's buffers of a connection when the other node no longer reads. */
    private static void echoUntilLost(Conversation conversation) {
        try {
            echo(conversation, TestNodes.LONG);
        } catch (Exception | AssertionError e) {
            // The node was lost.
        }
    }

    /** Returns the number of long lines that came back. */
    private static int echo(Conversation conversation, Duration time) throws Exception {
        String line = "x".repeat(500_000);
        int lines = 0;
        try (conversation) {
            for (Deadline end = Deadline.in(time); !end.isOver(); lines++) {
                conversation.send(line);
                assertThat(conversation.receive().map(String::length)).contains(line.length());
            }
        }
        return lines;
    }

    /** Prints the time for the reader of the log; no test checks it. */
    private static void report(String what, long since) {
        System.out.printf("# noticed %s after %.1f s%n", what, (System.nanoTime() - since) / 1e9);
    }
}
