// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.forks.ForkLinkFilter.LinkPeer;
import io.microbench.process.ProcFolder;
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
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.link.BinaryLinkClient;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

@Timeout(300)
class ForkLinkFilterTest {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

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
            // The connection was reset because the sent bytes were not read.
        }
        return count;
    }

    @Test
    void readsNothingFromOtherProcess() throws IOException {
        int before = Intruder.READ.get();
        try (ForkLinkFilter guard = new ForkLinkFilter(peer -> false, () -> {})) {
            BinaryLinkServer server = server();
            try (Socket stranger = connect(server)) {
                stranger.getOutputStream().write(Intruder.payload());
                assertThat(answered(stranger)).isEqualTo(4);
            }
            server.terminate();

            assertThat(Intruder.READ).hasValue(before);
            assertThat(guard.isDisturbed()).isTrue();
            assertThat(guard.refused()).isEmpty();
        }
    }

    @Test
    void acceptsFork() throws IOException, ClassNotFoundException, InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        try (ForkLinkFilter guard = new ForkLinkFilter(peer -> true, ended::countDown)) {
            BinaryLinkServer server = server();
            BinaryLinkClient fork = new BinaryLinkClient(server.getHost(), server.getPort());
            assertThat(fork.handshake().getThreads().get()).isEqualTo(3);
            fork.getOutputFormat().println("from the fork");
            fork.pushException(new BenchmarkException(new UnsupportedOperationException("not yet")));
            assertThat(ended.getCount()).isOne();
            fork.close();
            server.waitFinish();

            assertThat(printed.toString(StandardCharsets.UTF_8)).contains("from the fork");
            assertThat(server.getException().getSuppressed()[0]).hasMessage("not yet");
            assertThat(guard.refused()).isEmpty();
            assertThat(guard.isDisturbed()).isFalse();
            ended.await();
            server.terminate();
        }
    }

    @Test
    void readsOnlyTypesThatJmhSends() throws IOException {
        int before = Intruder.READ.get();
        try (ForkLinkFilter guard = new ForkLinkFilter(peer -> true, () -> {})) {
            BinaryLinkServer server = server();
            try (Socket fork = connect(server)) {
                OutputStream out = fork.getOutputStream();
                out.write(Intruder.payload());
                out.flush();
                assertThat(answered(fork)).isEqualTo(4);
            }
            server.terminate();

            assertThat(Intruder.READ).hasValue(before);
            assertThat(guard.refused()).contains(Intruder.Payload.class.getName());
        }
    }

    @Test
    void canGuardLinksOfThisJvm() {
        assertThat(ForkLinkFilter.problem()).isEmpty();
    }

    @Test
    void identifiesProcessOfConnection() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("sleep", "600").start();
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket here = new Socket(InetAddress.getLoopbackAddress(), door.getLocalPort());
                Socket there = door.accept()) {
            assertThat(LinkPeer.isOneOf(ProcFolder.OF_THIS_MACHINE, there, () -> Stream.of(ProcessHandle.current())))
                    .isTrue();
            assertThat(LinkPeer.isOneOf(ProcFolder.OF_THIS_MACHINE, there, () -> Stream.of(other.toHandle())))
                    .isFalse();
            assertThat(LinkPeer.isOneOf(ProcFolder.OF_THIS_MACHINE, there, Stream::empty))
                    .isFalse();
            assertThat(LinkPeer.isOneOf(new ProcFolder(Path.of("no such folder")), there, Stream::empty))
                    .as("a system that does not show it")
                    .isTrue();
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
        try (ForkLinkFilter guard = new ForkLinkFilter(peer -> true, () -> {});
                ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(guard::check);
            return in.readObject();
        }
    }

    @Test
    void acceptsResultsAndExceptionsOnly() throws IOException, ClassNotFoundException {
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

    @ParameterizedTest
    @CsvSource({
        "none,  own,   true",
        "other, own,   true",
        "own,   none,  true",
        "other, none,  false",
        "none,  cut,   false",
        "alien, own,   false",
    })
    void findsConnectionInTablesOfSockets(String tcp6, String tcp, boolean known, @TempDir Path shown)
            throws IOException {
        long pid = ProcessHandle.current().pid();
        Files.createDirectories(shown.resolve("self/net"));
        Files.createDirectories(shown.resolve(pid + "/fd"));
        Files.createSymbolicLink(shown.resolve(pid + "/fd/3"), Path.of("socket:[4711]"));
        try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK));
                Socket here = new Socket(door.getInetAddress(), door.getLocalPort());
                Socket there = door.accept()) {
            table(shown.resolve("self/net/tcp6"), tcp6, "0000000000000000FFFF00000100007F", here);
            table(shown.resolve("self/net/tcp"), tcp, "0100007F", here);

            assertThat(LinkPeer.isOneOf(new ProcFolder(shown), there, () -> Stream.of(ProcessHandle.current())))
                    .isEqualTo(known);
        }
    }

    /** Writes a table in the format of proc(5), with addresses in the order of bytes of x86 and ARM. */
    private static void table(Path file, String content, String address, Socket end) throws IOException {
        String inode = content.equals("alien") ? "4712" : "4711";
        String from = String.format("%s:%04X", address, end.getLocalPort());
        String to = String.format("%s:%04X", address, end.getPort());
        // The other end of the connection has the same addresses in reverse.
        String reverse =
                "   0: " + to + " " + from + " 01 00000000:00000000 00:00000000 00000000     0        0 4713 1\n";
        String line = "   1: " + from + " " + to + " 01 00000000:00000000 00:00000000 00000000     0        0 " + inode;
        if (!content.equals("none")) {
            Files.writeString(
                    file,
                    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
                            + reverse
                            + switch (content) {
                                case "other" -> "";
                                case "cut" -> line;
                                default -> line + " 1 0000000000000000 20 0 0 10 -1\n";
                            });
        }
    }
}
