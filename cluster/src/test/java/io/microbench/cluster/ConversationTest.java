// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.Conversation.ConversationEnd;
import io.microbench.cluster.Conversation.RemoteFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class ConversationTest {

    private static final int WRITERS = 4;
    private static final int LINES = 10_000;

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

    private static Service service(String name, Body body) {
        return new Service() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void serve(Conversation conversation, String arguments) throws Exception {
                body.run(conversation, arguments);
            }
        };
    }

    private interface Body {
        void run(Conversation conversation, String arguments) throws Exception;
    }

    private Conversation open(Body body) {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", service("it", body));
        return a.open(b.self(), "it", "{\"x\": 1}");
    }

    private static ConversationEnd awaitEnd(Conversation conversation) throws Exception {
        CompletableFuture<ConversationEnd> end = new CompletableFuture<>();
        conversation.whenEnded(end::complete);
        return end.get(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void deliversLinesOfFourWritersOnceAndInOrder() throws Exception {
        Conversation conversation = open((talk, arguments) -> new EchoService().serve(talk, arguments));
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            String name = "w" + writer;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < LINES; i++) {
                    conversation.send(name + " " + i);
                }
            });
            thread.start();
            writers.add(thread);
        }

        Map<String, Integer> next = new HashMap<>();
        for (int i = 0; i < WRITERS * LINES; i++) {
            String[] line = conversation.receive().orElseThrow().split(" ");
            assertThat(Integer.parseInt(line[1])).isEqualTo(next.getOrDefault(line[0], 0));
            next.merge(line[0], 1, Integer::sum);
        }

        assertThat(next).hasSize(WRITERS).allSatisfy((writer, count) -> assertThat(count)
                .isEqualTo(LINES));
        for (Thread writer : writers) {
            writer.join();
        }
    }

    @Test
    void deliversLineOfTwentyMegabytes() throws Exception {
        Conversation conversation = open((talk, arguments) -> new EchoService().serve(talk, arguments));
        String piece = "\"quoted\" \n tab\t ü € \uD83D\uDE00 ";
        String line = piece.repeat(20_000_000 / piece.length());

        conversation.send(line);

        assertThat(conversation.receive().orElseThrow().equals(line)).isTrue();
        conversation.send("");
        assertThat(conversation.receive()).contains("");
    }

    @Test
    void rejectsTooLongLine() {
        Conversation conversation = open((talk, arguments) -> talk.receive());

        assertThatThrownBy(() -> conversation.send("x".repeat(Conversation.LONGEST_LINE + 1)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("at most 67108864");
    }

    @Test
    void blocksWriterForSlowReader() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        CountDownLatch read = new CountDownLatch(1);
        String kilobyte = "x".repeat(1000);
        int lines = 20_000;
        Conversation conversation = open((talk, arguments) -> {
            read.await();
            for (int i = 0; i < lines; i++) {
                assertThat(talk.receive()).contains(kilobyte);
            }
            talk.send("all");
        });
        Thread writer = new Thread(() -> {
            for (int i = 0; i < lines; i++) {
                conversation.send(kilobyte);
                sent.incrementAndGet();
            }
        });
        writer.start();

        TestNodes.await(() -> writer.getState() == Thread.State.WAITING && sent.get() > 900);
        assertThat(sent.get() * 1000L).isLessThan(Conversation.WINDOW + 1000);
        read.countDown();

        assertThat(conversation.receive()).contains("all");
        assertThat(sent.get()).isEqualTo(lines);
    }

    @Test
    void endsAfterLastLineOfService() throws Exception {
        Conversation conversation = open((talk, arguments) -> talk.send("got " + arguments));

        assertThat(conversation.receive()).contains("got {\"x\": 1}");
        assertThat(conversation.receive()).isEmpty();
        assertThat(conversation.end()).contains(new ConversationEnd.Closed(false));
        assertThatThrownBy(() -> conversation.send("more"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("was closed by the other node");
    }

    @Test
    void deliversUnserialisableFailureAsText() throws Exception {
        Conversation conversation = open((talk, arguments) -> {
            throw new NotSerialisable("broken\nin two");
        });

        assertThat(conversation.receive()).isEmpty();
        assertThat(conversation.end()).hasValueSatisfying(end -> {
            RemoteFailure failure = ((ConversationEnd.Failed) end).failure();
            assertThat(failure.type()).isEqualTo(NotSerialisable.class.getName());
            assertThat(failure.message()).isEqualTo("broken\nin two");
        });
    }

    @Test
    void letsServiceContinueAfterFail() throws Exception {
        CountDownLatch served = new CountDownLatch(1);
        Conversation conversation = open((talk, arguments) -> {
            talk.fail(new java.io.IOException("the disk is full"));
            assertThat(talk.receive()).isEmpty();
            served.countDown();
        });

        assertThat(awaitEnd(conversation).text())
                .isEqualTo("failed on the other node: java.io.IOException: the disk is full");
        assertThat(served.await(TestNodes.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private static final class NotSerialisable extends Exception {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("unused") // not serialisable
        private final transient Object socket = new Object();

        NotSerialisable(String message) {
            super(message, new java.io.IOException("why"));
        }
    }

    @Test
    void namesUnknownAndAvailableServices() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", new EchoService());

        ConversationEnd end = awaitEnd(a.open(b.self(), "none", ""));

        assertThat(end.text()).contains("no service \"none\"; it has [describe, echo, sample]");
    }

    @Test
    void endsServiceWhenCallerCloses() throws Exception {
        BlockingQueue<ConversationEnd> ends = new LinkedBlockingQueue<>();
        Conversation conversation = open((talk, arguments) -> {
            talk.whenEnded(ends::add);
            talk.send("ready");
            while (talk.receive().isPresent()) {
                continue;
            }
        });
        conversation.receive();

        conversation.close();

        assertThat(ends.take()).isEqualTo(new ConversationEnd.Closed(false));
        assertThat(conversation.end()).contains(new ConversationEnd.Closed(true));
    }

    @Test
    void endsWhenNodeLeaves() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", new EchoService());
        Conversation conversation = a.open(b.self(), "echo", "");
        conversation.send("x");
        assertThat(conversation.receive()).contains("x");

        b.close();

        assertThat(awaitEnd(conversation)).isEqualTo(new ConversationEnd.Closed(false));
        TestNodes.await(() -> a.members().size() == 1);
        assertThatThrownBy(() -> a.open(b.self(), "echo", ""))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("is no longer a member");
    }

    @Test
    void connectsNodeToItself() throws Exception {
        Cluster a = nodes.start("a", new EchoService());

        try (Conversation conversation = a.open(a.self(), "echo", "")) {
            conversation.send("to myself");
            assertThat(conversation.receive()).isEqualTo(Optional.of("to myself"));
        }
    }
}
