/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.microbench.cluster.HandshakeKey.Ends;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class HandshakeTest {

    private static final Handshake.Card CALLER = new Handshake.Card("b", "2", "127.0.0.1:2");
    private static final Handshake.Card CALLED = new Handshake.Card("a", "1", "127.0.0.1:1");
    private static final HandshakeKey KEY = new HandshakeKey(1, "the secret of both");

    private interface Side {
        Handshake.Card run(InputStream in, OutputStream out) throws Exception;
    }

    /** What each side got; an exception is that of the side that threw it. */
    private record Both(CompletableFuture<Handshake.Card> caller, CompletableFuture<Handshake.Card> called) {}

    private static Both meet(Side caller, Side called) throws Exception {
        CompletableFuture<Handshake.Card> there = new CompletableFuture<>();
        CompletableFuture<Handshake.Card> here = new CompletableFuture<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    run(called, socket, there);
                } catch (java.io.IOException e) {
                    there.completeExceptionally(e);
                }
            });
            thread.start();
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                run(caller, socket, here);
            }
            thread.join();
        }
        return new Both(here, there);
    }

    private static void run(Side side, Socket socket, CompletableFuture<Handshake.Card> result) {
        try {
            result.complete(side.run(socket.getInputStream(), socket.getOutputStream()));
        } catch (Exception e) {
            result.completeExceptionally(e);
        }
    }

    private static Side caller(HandshakeKey key, Ends ends) {
        return (in, out) -> new Handshake(key, ends, in, out).call(CALLER);
    }

    private static Side called(HandshakeKey key, Ends ends) {
        return (in, out) -> new Handshake(key, ends, in, out).answer(CALLED, card -> Optional.empty());
    }

    private static void assertRefused(CompletableFuture<Handshake.Card> side, String message) {
        assertThatThrownBy(side::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(RefusedException.class)
                .hasMessage(message);
    }

    @Test
    void bothSidesLearnWhoTheOtherIs() throws Exception {
        Both both = meet(caller(KEY, Ends.UNNAMED), called(KEY, Ends.UNNAMED));

        assertThat(both.caller().get()).isEqualTo(CALLED);
        assertThat(both.called().get()).isEqualTo(CALLER);
    }

    @Test
    void anotherSecretIsRefusedOnBothSides() throws Exception {
        Both both = meet(caller(new HandshakeKey(1, "another"), Ends.UNNAMED), called(KEY, Ends.UNNAMED));

        assertRefused(both.caller(), "wrong secret");
        assertRefused(both.called(), "wrong secret");
    }

    @Test
    void anotherProtocolVersionIsNamedOnBothSides() throws Exception {
        Both both = meet(caller(new HandshakeKey(2, "the secret of both"), Ends.UNNAMED), called(KEY, Ends.UNNAMED));

        assertRefused(both.caller(), "another protocol version (1, this one 2)");
        assertRefused(both.called(), "another protocol version (2, this one 1)");
    }

    @Test
    void anObjectionReachesTheCaller() throws Exception {
        Both both = meet(caller(KEY, Ends.UNNAMED), (in, out) -> new Handshake(KEY, Ends.UNNAMED, in, out)
                .answer(CALLED, card -> Optional.of(new RefusedException(Refusal.NAME, "node b listens on x"))));

        assertRefused(both.caller(), "name taken (node b listens on x)");
    }

    /** A process between two nodes has a connection with other ends. */
    @Test
    void aProofForOneConnectionIsNoneForAnother() throws Exception {
        InetSocketAddress here = new InetSocketAddress("127.0.0.1", 1000);
        Both both = meet(
                caller(KEY, Ends.of(here, new InetSocketAddress("127.0.0.1", 2000))),
                called(KEY, Ends.of(here, new InetSocketAddress("127.0.0.1", 2001))));

        assertRefused(both.called(), "wrong secret");
    }

    @Test
    void whatWasHeardOnceIsNoUseTheNextTime() throws Exception {
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        meet(
                (in, out) -> new Handshake(KEY, Ends.UNNAMED, in, new OutputStream() {
                            @Override
                            public void write(int b) throws java.io.IOException {
                                heard.write(b);
                                out.write(b);
                            }
                        })
                        .call(CALLER),
                called(KEY, Ends.UNNAMED));

        Both replayed = meet(
                (in, out) -> {
                    out.write(heard.toByteArray());
                    in.readAllBytes();
                    return CALLER;
                },
                called(KEY, Ends.UNNAMED));

        assertThat(heard.size()).isGreaterThan(100);
        assertRefused(replayed.called(), "wrong secret");
    }

    /** A caller that knows no secret sends back what it is asked. */
    @Test
    void aNodeDoesNotAcceptItsOwnProof() throws Exception {
        Both both = meet(
                (in, out) -> {
                    for (int b = in.read(); b >= 0; b = in.read()) {
                        out.write(b);
                    }
                    return CALLER;
                },
                (in, out) -> new Handshake(KEY, Ends.UNNAMED, in, out).call(CALLED));

        assertThat(both.called()).isCompletedExceptionally();
    }

    @Test
    void whoeverSpeaksAnotherLanguageIsAStranger() throws Exception {
        Both both = meet(
                (in, out) -> {
                    out.write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                    in.readAllBytes();
                    return CALLER;
                },
                called(KEY, Ends.UNNAMED));

        assertRefused(both.called(), "no node of Microbench");
    }
}
