/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.fuzz.Mutator;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UnicastHeader;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever knows the secret and speaks JGroups' own language badly disturbs nobody. */
class RawFramesTest {

    private static final int CONNECTIONS = 60;
    private static final int FRAMES = 20;

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
    void damagedMessagesOfWhoeverKnowsTheSecretDisturbNothing() throws Exception {
        Cluster a = nodes.start("a");
        Cluster b = nodes.start("b", new EchoService());
        Conversation conversation = a.open(b.self(), "echo", "");
        InetSocketAddress target = HostPort.parse(b.self().address());
        int sent = 0;
        try (Gatekeeper keeper = new Gatekeeper(
                new HandshakeKey(Handshake.PROTOCOL, new SecretSource.InFile(nodes.secret()).read()),
                Optional.empty())) {
            Address self = MemberAddress.create("raw", "127.0.0.1:1");
            keeper.introduce(new Handshake.Card("raw", "1", "127.0.0.1:1"));
            for (int i = 0; i < CONNECTIONS; i++) {
                sent += connection(keeper, target, self, i);
                conversation.send("line " + i);
                Optional<String> line = conversation.receive();
                assertThat(line).as("%s", conversation.end()).contains("line " + i);
            }
        }

        assertThat(sent).isGreaterThan(CONNECTIONS);
        assertThat(b.dropped()).isPositive();
        assertThat(a.members()).containsExactly(a.self(), b.self());
        assertThat(b.members()).isEqualTo(a.members());
        Cluster c = nodes.start("c");
        TestNodes.await(() -> b.members().contains(c.self()));
    }

    /** Sends frames until the node hangs up; returns how many. */
    private static int connection(Gatekeeper keeper, InetSocketAddress target, Address self, int seed)
            throws Exception {
        int sent = 0;
        try (GateSocket socket = new GateSocket(keeper)) {
            socket.connect(target, 60_000);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            IpAddress address = new IpAddress("127.0.0.1", 1 + seed);
            out.write("bela".getBytes(StandardCharsets.US_ASCII));
            out.writeShort(Version.version);
            out.writeShort(address.serializedSize());
            address.writeTo(out);
            Mutator mutator = new Mutator(seed);
            for (Message message : messages(self, seed)) {
                for (int i = 0; i < FRAMES; i++) {
                    byte[] frame = mutator.bytes(bytes(message));
                    // Now and then the length is wrong as well.
                    out.writeInt(i == FRAMES - 1 ? frame.length + seed - CONNECTIONS / 2 : frame.length);
                    out.write(frame);
                    out.flush();
                    sent++;
                }
            }
        } catch (IOException e) {
            // The node hung up.
            assertThat(sent).isPositive();
        }
        return sent;
    }

    private static List<Message> messages(Address self, int seed) {
        return List.of(
                new EmptyMessage()
                        .putHeader(
                                ClassConfigurator.getProtocolId(FD_ALL3.class), new FailureDetection.HeartbeatHeader()),
                new BytesMessage(null, Frame.open("1", "echo", "").bytes())
                        .putHeader(
                                ClassConfigurator.getProtocolId(UNICAST3.class),
                                UnicastHeader.createDataHeader(seed, (short) 1, true)),
                new ObjectMessage(self, Frame.of(Frame.Kind.LEAVE, "", true).toString()));
    }

    private static byte[] bytes(Message message) throws IOException {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(1000);
        Util.writeMessage(message, out, message.getDest() == null);
        return Arrays.copyOf(out.buffer(), out.position());
    }
}
