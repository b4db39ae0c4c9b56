/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import io.microbench.cluster.HandshakeKey.Ends;
import io.microbench.text.Printable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Decides who may connect, and proves this node where it connects itself. JGroups gets no connection that has not passed
 * here: its own authentication covers only the request to join, not the messages of whoever is no member.
 */
final class Gatekeeper implements AutoCloseable {

    /** A handshake takes milliseconds; whoever takes longer only holds a thread. */
    private static final long PATIENCE_SECONDS = 10;

    private final HandshakeKey key;
    private final Optional<SSLContext> tls;
    private final LongAdder refused = new LongAdder();
    private final ScheduledThreadPoolExecutor timer;
    private volatile Handshake.Card self = new Handshake.Card("", "", "");
    private volatile Function<Handshake.Card, Optional<RefusedException>> judge = caller -> Optional.empty();
    private volatile BiConsumer<String, String> report = (address, reason) -> {};

    Gatekeeper(HandshakeKey key, Optional<SSLContext> tls) {
        this.key = key;
        this.tls = tls;
        timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("microbench-node-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** Sets what this node says of itself. */
    void introduce(Handshake.Card card) {
        self = card;
    }

    /** Sets what speaks against callers that know the secret. */
    void judgeBy(Function<Handshake.Card, Optional<RefusedException>> objections) {
        judge = objections;
    }

    /** Sets who is told of callers that were not let in. */
    void reportTo(BiConsumer<String, String> listener) {
        report = listener;
    }

    /** Returns how many callers were not let in. */
    long refused() {
        return refused.sum();
    }

    /**
     * Proves this node to the one that a socket has been connected to, and has that prove itself.
     *
     * @throws RefusedException if one of the two does not accept the other
     */
    Handshake.Card call(GateSocket socket) throws IOException {
        return inTime(socket, () -> {
            if (tls.isPresent()) {
                InetSocketAddress called = (InetSocketAddress) socket.getRemoteSocketAddress();
                SSLSocket secure = (SSLSocket) tls.get()
                        .getSocketFactory()
                        .createSocket((Socket) socket, called.getHostString(), called.getPort(), true);
                secure.setUseClientMode(true);
                secure.startHandshake();
                socket.secure(secure);
            }
            Ends ends = ends(socket.getLocalSocketAddress(), socket.getRemoteSocketAddress());
            return new Handshake(key, ends, socket.getInputStream(), socket.getOutputStream()).call(self);
        });
    }

    /**
     * Has a caller prove itself.
     *
     * @throws IOException if it does not, or stops talking
     */
    void answer(GateSocket socket) throws IOException {
        try {
            inTime(socket, () -> {
                if (tls.isPresent()) {
                    SSLSocket secure =
                            (SSLSocket) tls.get().getSocketFactory().createSocket((Socket) socket, null, true);
                    secure.setNeedClientAuth(true);
                    secure.startHandshake();
                    socket.secure(secure);
                }
                Ends ends = ends(socket.getRemoteSocketAddress(), socket.getLocalSocketAddress());
                return new Handshake(key, ends, socket.getInputStream(), socket.getOutputStream()).answer(self, judge);
            });
        } catch (IOException e) {
            refused.increment();
            report.accept(
                    HostPort.text((InetSocketAddress) socket.getRemoteSocketAddress()), Printable.value(reason(e)));
            throw e;
        }
    }

    private static String reason(IOException e) {
        return e instanceof RefusedException ? String.valueOf(e.getMessage()) : "no handshake: " + e;
    }

    private interface Talk {
        Handshake.Card run() throws IOException;
    }

    private Handshake.Card inTime(GateSocket socket, Talk talk) throws IOException {
        ScheduledFuture<?> end = timer.schedule(socket::abandon, PATIENCE_SECONDS, TimeUnit.SECONDS);
        try {
            return talk.run();
        } catch (SSLException e) {
            throw new RefusedException(Refusal.CERTIFICATE, String.valueOf(e.getMessage()));
        } finally {
            end.cancel(false);
        }
    }

    private Ends ends(SocketAddress caller, SocketAddress called) {
        return tls.isPresent() ? Ends.UNNAMED : Ends.of((InetSocketAddress) caller, (InetSocketAddress) called);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
