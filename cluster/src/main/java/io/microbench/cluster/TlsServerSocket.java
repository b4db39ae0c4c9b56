// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.text.Printable;
import java.io.IOException;
import java.net.InetAddress;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * The port of a node. JGroups accepts only connections whose TLS handshake has succeeded.
 *
 * <p>Otherwise JGroups would run the handshake in its accept thread, where a silent caller would block all others.
 */
final class TlsServerSocket extends ServerSocket {

    private static final int BACKLOG = 50;

    /**
     * The maximum number of concurrent handshakes. Beyond it, a new caller replaces the oldest: silent connections must
     * not block nodes, whose handshake takes milliseconds.
     */
    static final int CALLERS = 32;

    private static final int SILENCE_MILLIS = 10_000;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final Duration LISTENER_ENDS = Duration.ofSeconds(10);

    private final SSLContext tls;
    private final BlockingQueue<Socket> ready = new ArrayBlockingQueue<>(CALLERS);
    private final Set<Socket> callers = new LinkedHashSet<>();
    private final LongAdder refused = new LongAdder();
    private final ThreadPoolExecutor handshakes = new ThreadPoolExecutor(
            0,
            2 * CALLERS,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThreads.named("microbench-node-handshake"));

    private volatile BiConsumer<String, String> refusals = (address, reason) -> {};
    private volatile Optional<Thread> listener = Optional.empty();

    /**
     * Binds a port. Callers wait until {@link #open()} is called.
     *
     * @throws IOException if the port cannot be bound
     */
    TlsServerSocket(SSLContext tls, InetSocketAddress address) throws IOException {
        this.tls = tls;
        try {
            super.bind(address, BACKLOG);
        } catch (IOException e) {
            super.close();
            throw e;
        }
    }

    void open() {
        Thread thread = DaemonThreads.named("microbench-node-accept").newThread(this::listen);
        listener = Optional.of(thread);
        thread.start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(getInetAddress(), getLocalPort());
    }

    /** Sets the listener that receives the address of each refused caller and the reason. */
    void reportTo(BiConsumer<String, String> listener) {
        refusals = listener;
    }

    long refused() {
        return refused.sum();
    }

    /** Returns a factory that always returns this socket. */
    ServerSocketFactory factory() {
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket() {
                return TlsServerSocket.this;
            }

            @Override
            public ServerSocket createServerSocket(int port) {
                return TlsServerSocket.this;
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) {
                return TlsServerSocket.this;
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
                return TlsServerSocket.this;
            }
        };
    }

    private void listen() {
        while (!isClosed()) {
            Socket caller = new Socket();
            try {
                implAccept(caller);
                enter(caller);
                handshakes.execute(() -> admit(caller));
            } catch (IOException | RejectedExecutionException | OutOfMemoryError e) {
                // This socket was closed, the caller has disconnected, there were too many callers, or the system has
                // no more threads or descriptors; in the last case, accepting would fail repeatedly.
                leave(caller);
                close(caller);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void enter(Socket caller) {
        synchronized (callers) {
            if (callers.size() == CALLERS) {
                Socket longest = callers.iterator().next();
                callers.remove(longest);
                close(longest);
            }
            callers.add(caller);
        }
    }

    private void leave(Socket caller) {
        synchronized (callers) {
            callers.remove(caller);
        }
    }

    private void admit(Socket caller) {
        try {
            caller.setSoTimeout(SILENCE_MILLIS);
            SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(caller, null, true);
            NodeKey.configure(secure);
            NodeKey.handshake(secure);
            caller.setSoTimeout(0);
            if (!ready.offer(secure)) {
                close(caller);
            }
        } catch (IOException | RuntimeException e) {
            close(caller);
            refused.increment();
            refusals.accept(
                    HostPort.text((InetSocketAddress) caller.getRemoteSocketAddress()),
                    Printable.value(NodeKey.reason(e)));
        } finally {
            leave(caller);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing failed; nothing else can be done.
        }
    }

    /** Returns the next connection whose handshake has succeeded. */
    @Override
    public Socket accept() throws IOException {
        try {
            return ready.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SocketException("closed");
        }
    }

    /** Does nothing, because this socket is already bound when JGroups calls this method. */
    @Override
    public void bind(SocketAddress endpoint, int backlog) throws IOException {
        if (!isBound()) {
            super.bind(endpoint, backlog);
        }
    }

    /** Closes the socket; the port is free when this returns. */
    @Override
    public void close() throws IOException {
        super.close();
        awaitListener();
        handshakes.shutdownNow();
        synchronized (callers) {
            callers.forEach(TlsServerSocket::close);
        }
        for (Socket left = ready.poll(); left != null; left = ready.poll()) {
            close(left);
        }
    }

    /** Waits for the accept thread, which keeps the port in use even after the socket was closed. */
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
