// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.NodeKey.PrivateFile;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the TLS handshake rejects connections that send garbage, have no certificate or a foreign one, or are
 * silent.
 */
@Tag("any-jdk")
class StrangersTest {

    private static final int FRAMES = 3000;
    private static final AtomicBoolean TOUCHED = new AtomicBoolean();

    @TempDir
    Path folder;

    private TestNodes nodes;

    @BeforeEach
    void begin() throws Exception {
        nodes = new TestNodes(folder);
        TOUCHED.set(false);
    }

    @AfterEach
    void end() {
        nodes.close();
    }

    /** Records when an instance is deserialised. */
    static final class Canary implements Serializable {

        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            TOUCHED.set(true);
            in.defaultReadObject();
        }
    }

    private ClusterSettings joining(String name, Cluster other) {
        return nodes.node(name).join(List.of(other.self().address()));
    }

    @Test
    @Tag("jdk")
    void rejectsForeignKeyWithAdvice() throws Exception {
        Cluster a = nodes.start("a");
        Path foreign = folder.resolve("foreign.p12");

        assertThatThrownBy(() -> nodes.add(Cluster.join(joining("b", a).keyFile(Optional.of(foreign)))))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith(
                        "There is no key file " + foreign + ". Start the first node, which creates it, ");
        assertThat(foreign).doesNotExist();
        NodeKey.readOrCreate(foreign);
        assertThatThrownBy(() -> nodes.add(Cluster.join(joining("b", a).keyFile(Optional.of(foreign)))))
                .isInstanceOf(ClusterException.class)
                .hasMessage("Cannot join " + a.self().address() + " with the key file " + foreign
                        + ": another key, or none. Check host and port, copy the key file of a running node to all other machines,"
                        + " and use the same version of Microbench.");
        TestNodes.await(() -> a.refused() == 1);
        assertThat(a.members()).containsExactly(a.self());
    }

    @Test
    void createsPrivateKeyOnce() throws Exception {
        Path file = NodeKey.defaultFile(Map.of(), folder.toString());

        NodeKey.readOrCreate(file);

        byte[] made = Files.readAllBytes(file);
        NodeKey.readOrCreate(file);
        assertThat(file).isEqualTo(folder.resolve(".config/microbench/node-key.p12"));
        assertThat(Files.readAllBytes(file)).isEqualTo(made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(NodeKey.defaultFile(Map.of("XDG_CONFIG_HOME", "/x"), "/home/me"))
                .isEqualTo(Path.of("/x/microbench/node-key.p12"));
    }

    @Test
    void rejectsReadableOrInvalidKeyFile() throws Exception {
        Path open = KeyFiles.in(Files.createDirectory(folder.resolve("open")));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        Path none = folder.resolve("none.p12");
        PrivateFile.create(none, new byte[] {1, 2, 3});

        assertThatThrownBy(() -> Cluster.join(nodes.node("a").keyFile(Optional.of(open))))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("Run chmod 600 " + open);
        assertThatThrownBy(() -> Cluster.join(nodes.node("a").keyFile(Optional.of(none))))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("Cannot read the key file " + none + ". Expected a file that a node has");
    }

    @Test
    void rejectsKeyFileWritableByOthers() throws Exception {
        Path open = KeyFiles.in(Files.createDirectory(folder.resolve("open")));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw--w----"));

        assertThatThrownBy(() -> NodeKey.read(open))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("other users may write to it");
    }

    @Test
    void requiresKeyFileWithoutHomeFolder() {
        assertThatThrownBy(() -> NodeKey.defaultFile(Map.of("XDG_CONFIG_HOME", "relative"), "?"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("--key-file");
    }

    @Test
    @Tag("jdk")
    void rejectsOtherVersion() throws Exception {
        Cluster a = nodes.start("a");
        SSLContext tls = NodeKey.readOrCreate(nodes.keyFile());

        assertThat(call(a, tls, "microbench/1"))
                .isInstanceOf(IOException.class)
                .satisfies(problem -> assertThat(NodeKey.reason(problem)).isEqualTo("another version of Microbench"));
        assertThat(call(a, tls, "")).isInstanceOf(IOException.class);
        TestNodes.await(() -> a.refused() == 2);
    }

    @Test
    @Tag("jdk")
    void rejectsInvalidCertificateBeforeReading() throws Exception {
        Cluster a = nodes.start("a");
        Path foreign = folder.resolve("foreign.p12");
        NodeKey.readOrCreate(foreign);

        assertThat(call(a, careless(Optional.empty()), "microbench/3")).isInstanceOf(IOException.class);
        assertThat(call(a, careless(Optional.of(foreign)), "microbench/3")).isInstanceOf(IOException.class);

        TestNodes.await(() -> a.refused() == 2);
        assertThat(TOUCHED).isFalse();
        // The same bytes with the right certificate reach JGroups.
        assertThat(call(a, NodeKey.readOrCreate(nodes.keyFile()), "microbench/3"))
                .isInstanceOf(IOException.class);
        assertThat(a.refused()).isEqualTo(2);
    }

    /** Connects, sends JGroups' greeting and an object, and returns how the other side ended the connection. */
    private static Exception call(Cluster node, SSLContext tls, String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket()) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(protocol.isEmpty() ? new String[0] : new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.connect(HostPort.parse(node.self().address()));
            socket.startHandshake();
            socket.getOutputStream().write(hostile(new Random(1), serialised(), 2));
            int answer = socket.getInputStream().read();
            return answer < 0 ? new EOFException("closed") : new IllegalStateException("an answer");
        } catch (IOException e) {
            return e;
        }
    }

    /** Trusts every node. */
    private static SSLContext careless(Optional<Path> key) throws Exception {
        KeyManager[] keys = {};
        if (key.isPresent()) {
            KeyStore store = KeyStore.getInstance(key.get().toFile(), "microbench".toCharArray());
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, "microbench".toCharArray());
            keys = factory.getKeyManagers();
        }
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys, new TrustManager[] {new Trusting()}, null);
        return context;
    }

    private static final class Trusting extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void rejectsNameInUse() {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b");

        assertThatThrownBy(() -> nodes.add(Cluster.join(joining("b", a).joinDeadline(Duration.ofMillis(500)))))
                .isInstanceOf(ClusterException.class)
                .hasMessage(
                        "The name b is taken by node b (" + b.self().address() + "). Give each node a unique name.");
    }

    @Test
    void acceptsNodeDespiteHalfOpenConnections() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", new EchoService());
        Conversation conversation = a.open(b.self(), "echo", "");
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket();
                held.add(socket);
                socket.connect(HostPort.parse((i % 2 == 0 ? a : b).self().address()));
                socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0}, 0, i % 3 * 2);
            }
            Cluster c = nodes.start("c");

            TestNodes.await(() -> b.members().size() == 3);
            conversation.send("still");
            assertThat(conversation.receive()).contains("still");
            assertThat(c.members()).containsExactly(a.self(), b.self(), c.self());
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Tag("processes")
    @Test
    void ignoresBytesOfStrangers() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", new EchoService());
        Conversation conversation = a.open(b.self(), "echo", "");
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger echoed = new AtomicInteger();
        Thread talk = new Thread(() -> {
            try {
                while (!done.get()) {
                    conversation.send("line " + echoed.get());
                    if (!conversation.receive().equals(Optional.of("line " + echoed.getAndIncrement()))) {
                        return;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        talk.start();
        Random random = new Random(7);
        byte[] object = serialised();
        for (int i = 0; i < FRAMES; i++) {
            InetSocketAddress target =
                    HostPort.parse((i % 2 == 0 ? a : b).self().address());
            try (Socket socket = new Socket()) {
                socket.connect(target);
                OutputStream out = socket.getOutputStream();
                out.write(hostile(random, object, i % 4));
                out.flush();
            } catch (IOException e) {
                // The node closes the connection after such data.
            }
        }
        int before = echoed.get();
        TestNodes.await(() -> echoed.get() > before + 10);
        done.set(true);
        talk.join();

        assertThat(conversation.end()).isEmpty();
        assertThat(TOUCHED).isFalse();
        assertThat(a.members()).containsExactly(a.self(), b.self());
        assertThat(a.refused() + b.refused()).isPositive();
    }

    private static byte[] hostile(Random random, byte[] object, int kind) {
        byte[] noise = new byte[random.nextInt(300)];
        random.nextBytes(noise);
        return switch (kind) {
            case 0 -> noise;
            case 1 -> object;
            // The beginning of JGroups' greeting, and a frame.
            case 2 ->
                ByteBuffer.allocate(8 + noise.length)
                        .put("bela".getBytes(StandardCharsets.US_ASCII))
                        .putInt(object.length)
                        .put(noise)
                        .array();
            // The beginning of a TLS message, whose header announces more bytes than follow.
            default ->
                ByteBuffer.allocate(5 + noise.length)
                        .put(new byte[] {22, 3, 1, 64, 0})
                        .put(noise)
                        .array();
        };
    }

    private static byte[] serialised() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Canary());
        }
        return bytes.toByteArray();
    }

    /** Checks the canary: deserialising the same bytes in the usual way is recorded. */
    @Test
    void recordsDeserialisationOfCanary() throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new java.io.ByteArrayInputStream(serialised()))) {
            in.readObject();
        }

        assertThat(TOUCHED).isTrue();
    }
}
