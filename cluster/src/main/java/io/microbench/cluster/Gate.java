/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The port of a node, which JGroups accepts connections from. Whoever connects goes through the handshake first, in a
 * thread of its own: JGroups accepts in one thread, which nobody may hold up.
 */
final class Gate extends ServerSocket {

    private static final int BACKLOG = 50;

    /**
     * Callers that are in the handshake at once. For one more, the one that has been in it longest is closed: a node needs
     * milliseconds, and who holds connections without a word keeps none out.
     */
    static final int CALLERS = 32;

    /** The thread that listens only has to wake up; nobody waits longer for one that does not. */
    private static final Duration LISTENER_ENDS = Duration.ofSeconds(10);

    private final Gatekeeper keeper;
    private final BlockingQueue<Socket> ready = new ArrayBlockingQueue<>(CALLERS);
    private final Set<GateSocket> callers = new LinkedHashSet<>();
    private final ThreadPoolExecutor handshakes = new ThreadPoolExecutor(
            0,
            2 * CALLERS,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.named("microbench-node-handshake"));

    private volatile Optional<Thread> listener = Optional.empty();

    /**
     * Takes a port; nobody is answered before {@link #open()}.
     *
     * @throws IOException if the port is taken
     */
    Gate(Gatekeeper keeper, InetSocketAddress address) throws IOException {
        this.keeper = keeper;
        try {
            super.bind(address, BACKLOG);
        } catch (IOException e) {
            super.close();
            throw e;
        }
    }

    void open() {
        Thread thread = DaemonThreads.named("microbench-node-gate").newThread(this::listen);
        listener = Optional.of(thread);
        thread.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(getInetAddress(), getLocalPort());
    }

    private void listen() {
        while (!isClosed()) {
            GateSocket caller = new GateSocket(keeper);
            try {
                implAccept(caller);
                enter(caller);
                handshakes.execute(() -> admit(caller));
            } catch (IOException | RejectedExecutionException e) {
                // This gate was closed, the caller has gone, or too many came at once; the next may come.
                leave(caller);
                caller.abandon();
            }
        }
    }

    private void enter(GateSocket caller) {
        synchronized (callers) {
            if (callers.size() == CALLERS) {
                GateSocket longest = callers.iterator().next();
                callers.remove(longest);
                longest.abandon();
            }
            callers.add(caller);
        }
    }

    private void leave(GateSocket caller) {
        synchronized (callers) {
            callers.remove(caller);
        }
    }

    private void admit(GateSocket caller) {
        try {
            keeper.answer(caller);
            if (!ready.offer(caller)) {
                caller.abandon();
            }
        } catch (IOException | RuntimeException e) {
            caller.abandon();
        } finally {
            leave(caller);
        }
    }

    /** Returns the next connection that passed the handshake. */
    @Override
    public Socket accept() throws IOException {
        try {
            return ready.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SocketException("closed");
        }
    }

    /** JGroups binds what it gets; this is bound already, so that its port is known. */
    @Override
    public void bind(SocketAddress endpoint, int backlog) throws IOException {
        if (!isBound()) {
            super.bind(endpoint, backlog);
        }
    }

    /** Closes; the port is free when this returns. */
    @Override
    public void close() throws IOException {
        super.close();
        awaitListener();
        handshakes.shutdownNow();
        for (Socket left = ready.poll(); left != null; left = ready.poll()) {
            left.close();
        }
    }

    /** The system keeps the port for as long as a thread waits in it for a caller, also after it was closed. */
    private void awaitListener() {
        try {
            if (listener.isPresent()) {
                listener.get().join(LISTENER_ENDS.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
