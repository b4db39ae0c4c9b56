/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.util.ExtendedUUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever does not belong to a cluster stays outside, and what a member sends is not trusted either. */
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

    /** Tells when anybody creates one from bytes. */
    static final class Canary implements Serializable {

        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            TOUCHED.set(true);
            in.defaultReadObject();
        }
    }

    private ClusterSettings.Builder joining(String name, Cluster other) {
        return nodes.node(name).join(List.of(other.self().address()));
    }

    @Test
    void aWrongSecretIsRefused() throws Exception {
        Cluster a = nodes.start("a");
        Path other = TestNodes.secretFile(folder, "other", "not the secret of the others");

        assertThatThrownBy(() -> nodes.add(Cluster.join(joining("b", a)
                        .secret(Optional.of(new SecretSource.InFile(other)))
                        .build())))
                .isInstanceOf(ClusterException.class)
                .hasMessage("Refused by " + a.self().address() + ": wrong secret. Give all nodes the same secret.");
        TestNodes.await(() -> a.refused() == 1);
        assertThat(a.members()).containsExactly(a.self());
    }

    @Test
    void aSecretThatIsEasyToGuessOrThatOthersMayReadIsRefused() throws Exception {
        Path easy = TestNodes.secretFile(folder, "easy", "123");
        Path open = TestNodes.secretFile(folder, "open", "a secret that is long enough");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> Cluster.join(nodes.node("a")
                        .secret(Optional.of(new SecretSource.InFile(easy)))
                        .build()))
                .hasMessageStartingWith("The secret has 3 characters: use at least 16");
        assertThatThrownBy(() -> Cluster.join(nodes.node("a")
                        .secret(Optional.of(new SecretSource.InFile(open)))
                        .build()))
                .hasMessageContaining("Run chmod 600");
    }

    @Test
    void theSecretOfAUserIsMadeOnceAndPrivate() throws Exception {
        Path file = UserSecret.file(java.util.Map.of(), folder.toString());

        String made = UserSecret.readOrCreate(file);

        assertThat(file).isEqualTo(folder.resolve(".config/microbench/cluster-secret"));
        assertThat(made).hasSize(64);
        assertThat(UserSecret.readOrCreate(file)).isEqualTo(made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void anotherProtocolVersionIsRefused() {
        Cluster a = nodes.start("a");

        assertThatThrownBy(
                        () -> nodes.add(new Joining(joining("b", a).build(), Handshake.PROTOCOL + 1).join(List.of())))
                .isInstanceOf(ClusterException.class)
                .hasMessage("Refused by " + a.self().address() + ": another protocol version ("
                        + Handshake.PROTOCOL + ", this one " + (Handshake.PROTOCOL + 1)
                        + "). Use the same version of Microbench on all nodes.");
    }

    @Test
    void aNameThatIsTakenIsRefused() {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b");

        assertThatThrownBy(() -> nodes.add(Cluster.join(
                        joining("b", a).joinDeadline(Duration.ofMillis(500)).build())))
                .isInstanceOf(ClusterException.class)
                .hasMessage("Refused by " + a.self().address() + ": name taken (node b listens on "
                        + b.self().address() + "). Give each node a name of its own.");
    }

    @Test
    void nodesWithCertificatesThatTheyTrustJoinAndAForeignOneIsRefused() throws Exception {
        Certificates certificates = new Certificates(folder);
        certificates.key("one");
        certificates.key("two");
        certificates.key("foreign");
        certificates.trust("one");
        certificates.trust("two");
        Cluster a = nodes.add(Cluster.join(
                nodes.node("a").tls(Optional.of(certificates.settings("one"))).build()));
        Cluster b = nodes.add(Cluster.join(
                joining("b", a).tls(Optional.of(certificates.settings("two"))).build(), new EchoService()));
        Conversation conversation = a.open(b.self(), "echo", "");
        conversation.send("encrypted");
        assertThat(conversation.receive()).contains("encrypted");

        assertThatThrownBy(() -> nodes.add(Cluster.join(joining("c", a)
                        .tls(Optional.of(certificates.settings("foreign")))
                        .build())))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("Refused by " + a.self().address() + ": certificate not trusted (")
                .hasMessageEndingWith("Each node's trust store must have the certificates, or the authority, of all.");
        assertThatThrownBy(() -> nodes.add(Cluster.join(
                        joining("c", a).joinDeadline(Duration.ofMillis(500)).build())))
                .isInstanceOf(ClusterException.class);
        assertThat(a.members()).hasSize(2);
        conversation.send("still");
        assertThat(conversation.receive()).contains("still");
    }

    @Tag("processes")
    @Test
    void bytesOfStrangersDisturbNothing() throws Exception {
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
                // The node hangs up on whoever says such a thing.
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
            // The beginning of JGroups' own greeting, and a frame.
            case 2 ->
                ByteBuffer.allocate(8 + noise.length)
                        .put("bela".getBytes(StandardCharsets.US_ASCII))
                        .putInt(object.length)
                        .put(noise)
                        .array();
            default ->
                ByteBuffer.allocate(12 + noise.length)
                        .put("MBNODE\r\n".getBytes(StandardCharsets.US_ASCII))
                        .putInt(Handshake.PROTOCOL)
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

    /** The canary is alive: the same bytes, read the usual way, are noticed. */
    @Test
    void theCanaryTellsWhenItIsRead() throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new java.io.ByteArrayInputStream(serialised()))) {
            in.readObject();
        }

        assertThat(TOUCHED).isTrue();
    }

    @Test
    void whatAMemberSendsIsNotReadAsAnObjectAndGarbageIsCounted() throws Exception {
        Cluster a = nodes.start("a", new EchoService());
        try (RawMember raw = new RawMember(a)) {
            TestNodes.await(() -> a.members().size() == 2);
            Address target = raw.other();

            raw.send(new ObjectMessage(target, new Canary()));
            raw.send(new ObjectMessage(target, new Canary()).setFlag(Message.Flag.OOB));
            BytesMessage flagged = new BytesMessage(target, new Canary());
            raw.send(flagged);
            raw.send(new BytesMessage(target, serialised()));
            for (String text : List.of(
                    "",
                    "null",
                    "[]",
                    "{}",
                    "{\"kind\": \"EXPLODE\"}",
                    "\u0000",
                    "[".repeat(5000),
                    "{\"kind\": \"LINE\"}",
                    "{\"kind\":\"LINE\",\"conversation\":\"x\",\"byOpener\":true,\"sequence\":-1,\"name\":\"\","
                            + "\"text\":\"\",\"more\":false}")) {
                raw.send(new BytesMessage(target, text.getBytes(StandardCharsets.UTF_8)));
            }
            raw.send(new BytesMessage(target, new byte[Frame.LONGEST_BYTES + 1]));

            TestNodes.await(() -> a.dropped() >= 10);
            assertThat(TOUCHED).isFalse();
        }
        try (Conversation conversation = a.open(a.self(), "echo", "")) {
            conversation.send("works");
            assertThat(conversation.receive()).contains("works");
        }
    }

    /** A member that knows the secret and sends what it likes: a plain channel of JGroups behind the same handshake. */
    private final class RawMember implements AutoCloseable {

        private final Gatekeeper keeper;
        private final JChannel channel;

        RawMember(Cluster other) throws Exception {
            keeper = new Gatekeeper(
                    new HandshakeKey(Handshake.PROTOCOL, new SecretSource.InFile(nodes.secret()).read()),
                    Optional.empty());
            Gate gate = new Gate(keeper, new InetSocketAddress("127.0.0.1", 0));
            ExtendedUUID address = MemberAddress.create("raw", HostPort.text(gate.address()));
            keeper.introduce(new Handshake.Card("raw", MemberAddress.id(address), HostPort.text(gate.address())));
            gate.open();
            channel = new JChannel(NodeStack.on(
                    NodeStack.transport(gate, new GateSockets(keeper, gate)),
                    NodeStack.list(List.of(HostPort.parse(other.self().address()))),
                    false));
            channel.addAddressGenerator(() -> address);
            channel.connect("microbench");
        }

        Address other() {
            return channel.getView().getMembers().get(0);
        }

        void send(Message message) throws Exception {
            channel.send(message);
        }

        @Override
        public void close() {
            channel.close();
            keeper.close();
        }
    }
}
