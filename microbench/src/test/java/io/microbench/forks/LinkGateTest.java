// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.forks.JmhLink.LinkFilter;
import io.microbench.forks.LinkGate.LinkPeer;
import io.microbench.run.Intruder;
import io.microbench.run.JmhFixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.link.BinaryLinkClient;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

@Timeout(300)
class LinkGateTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final OutputFormat output = OutputFormatFactory.createFormatInstance(
            new PrintStream(printed, true, StandardCharsets.UTF_8), VerboseMode.NORMAL);

    private BinaryLinkServer server() throws IOException {
        return new BinaryLinkServer(new OptionsBuilder().threads(3).build(), output);
    }

    private static Socket connect(BinaryLinkServer server) throws IOException {
        return new Socket(InetAddress.getByName(server.getHost()), server.getPort());
    }

    /** Reads until the other side closes the connection. */
    private static int answered(Socket socket) throws IOException {
        int count = 0;
        try {
            socket.setSoTimeout(60_000);
            while (socket.getInputStream().read() >= 0) {
                count++;
            }
        } catch (IOException e) {
            // Reset, as what was sent was not read.
        }
        return count;
    }

    @Test
    void jmhItselfAcceptsNobody() throws IOException, InterruptedException {
        int before = Intruder.READ.get();
        try (LinkGate gate = new LinkGate(peer -> true)) {
            BinaryLinkServer server = server();
            try (Socket early = connect(server)) {
                early.getOutputStream().write(Intruder.payload());
                gate.takeOver(server);

                // Whether JMH was fast enough to accept or not, nothing is answered and nothing is read.
                try (Socket fork = connect(server)) {
                    assertThat(fork.getInputStream().read()).isEqualTo(0xac);
                }
                server.terminate();
                assertThat(Intruder.READ).hasValue(before);
            }
        }
    }

    @Test
    void whoIsNotTheForkIsHungUpOnAndTheForkGetsThrough() throws IOException, ClassNotFoundException {
        try (Socket stranger = new Socket();
                LinkGate gate = new LinkGate(peer -> peer.getPort() != stranger.getLocalPort())) {
            // Bound before it connects: the gate may ask for its port before connect has returned.
            stranger.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            BinaryLinkServer server = server();
            gate.takeOver(output);
            stranger.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            assertThat(answered(stranger)).isZero();

            BinaryLinkClient fork = new BinaryLinkClient(server.getHost(), server.getPort());
            assertThat(fork.handshake().getThreads().get()).isEqualTo(3);
            fork.getOutputFormat().println("from the fork");
            fork.pushException(new BenchmarkException(new UnsupportedOperationException("not yet")));
            fork.close();
            server.waitFinish();

            assertThat(printed.toString(StandardCharsets.UTF_8)).contains("from the fork");
            assertThat(server.getException().getSuppressed()[0]).hasMessage("not yet");
            assertThat(gate.refused()).isEmpty();
            server.terminate();
        }
    }

    @Test
    void theForkIsReadOnceAndOnlyWhatJmhSends() throws IOException {
        int before = Intruder.READ.get();
        List<String> ended = new ArrayList<>();
        try (LinkGate gate = new LinkGate(peer -> true)) {
            gate.whenEnded(() -> ended.add("ended"));
            BinaryLinkServer server = server();
            gate.takeOver(server);
            try (Socket fork = connect(server)) {
                OutputStream out = fork.getOutputStream();
                out.write(Intruder.payload());
                out.flush();
                assertThat(answered(fork)).isEqualTo(4);
            }
            server.terminate();

            assertThat(Intruder.READ).hasValue(before);
            assertThat(ended).isNotEmpty();
            assertThat(gate.refused()).contains(Intruder.Payload.class.getName());
        }
    }

    @Test
    void aPortThatIsTakenIsToldAndAnotherServerWorks() throws IOException {
        try (LinkGate gate = new LinkGate(peer -> true)) {
            BinaryLinkServer server = server();
            int port = server.getPort();
            JmhLink.find().orElseThrow().stopAccepting(server);
            try (ServerSocket thief = new ServerSocket(port, 1, InetAddress.getByName(server.getHost()))) {
                assertThatThrownBy(() -> gate.takeOver(server))
                        .isInstanceOf(LinkGate.PortTakenException.class)
                        .hasMessage("Another process took port " + thief.getLocalPort() + " of JMH's link");
            }
            gate.reset();
            BinaryLinkServer next = server();
            gate.takeOver(next);
            try (Socket fork = connect(next)) {
                assertThat(fork.getInputStream().read()).isEqualTo(0xac);
            }
            next.terminate();
        }
    }

    @Test
    void theProcessBehindAConnectionIsKnown() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("sleep", "600").start();
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket here = new Socket(InetAddress.getLoopbackAddress(), door.getLocalPort());
                Socket there = door.accept()) {
            assertThat(LinkPeer.isOneOf(there, () -> List.of(ProcessHandle.current())))
                    .isTrue();
            assertThat(LinkPeer.isOneOf(there, () -> List.of(other.toHandle()))).isFalse();
            assertThat(LinkPeer.isOneOf(there, List::of)).isFalse();
            assertThat(here.isConnected()).isTrue();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    private static Object copy(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(new LinkFilter(name -> {}));
            return in.readObject();
        }
    }

    @Test
    void resultsAndExceptionsPassAndOtherThingsDoNot() throws IOException, ClassNotFoundException {
        assertThat(copy(JmhFixtures.throughput(JmhFixtures.MEASUREMENT, 5)))
                .isInstanceOf(org.openjdk.jmh.results.IterationResult.class);
        assertThat(copy(JmhFixtures.params())).isEqualTo(JmhFixtures.params());
        assertThat(copy(new IllegalStateException("why", new IOException("because"))))
                .isNotNull();
        assertThatThrownBy(() -> copy(new Intruder.Payload())).isInstanceOf(InvalidClassException.class);
        assertThatThrownBy(() -> copy(new Object[] {1, new java.io.File("/")}))
                .isInstanceOf(InvalidClassException.class);
        assertThatThrownBy(() -> copy(java.net.URI.create("http://a.b"))).isInstanceOf(InvalidClassException.class);
    }
}
