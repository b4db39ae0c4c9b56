// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.function.Predicate;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.link.BinaryLinkServer;

/**
 * Guards JMH's link, on which a fork sends its results to the host as serialized objects.
 *
 * <p>JMH listens on a port of the loopback device, trusts the first connection as that of its fork, and deserializes
 * all objects on it. The gate takes over the port before the fork is started: it checks the process of each connection,
 * passes only that of the fork on to JMH, and only lets JMH's own types be read ({@link LinkFilter}). Until then JMH
 * accepts no connection: its acceptor inherits a thread-local value that prevents it from starting a thread for one.
 *
 * <p>For use by the thread that calls JMH. The link of an unknown version of JMH is not guarded, and
 * {@link io.microbench.environment.Preflight} warns of that.
 */
final class LinkGate implements AutoCloseable {

    /** Reports that another process has taken the port that JMH just released; a retry gets another port. */
    public static final class PortTakenException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        PortTakenException(int port, IOException cause) {
            super("Another process took port " + port + " of JMH's link", cause);
        }
    }

    private static final class NotTheForkException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Set in a thread that calls JMH; the value that JMH's acceptor inherits prevents it from creating threads. */
    private static final InheritableThreadLocal<LinkGate> ARMED = new InheritableThreadLocal<>() {
        @Override
        protected LinkGate childValue(LinkGate armed) {
            Thread parent = Thread.currentThread();
            if (JmhLink.isAcceptor(parent)) {
                armed.disturbed = Optional.of(parent);
                parent.setUncaughtExceptionHandler((thread, e) -> {});
                throw new NotTheForkException();
            }
            return armed;
        }
    };

    private static final int BACKLOG = 50;

    private final Predicate<Socket> isFork;
    private final Optional<JmhLink> jmh;
    private volatile String refused = "";
    private volatile Runnable ended = () -> {};

    /** JMH's acceptor, if it ended because of a connection before its port was taken over. */
    private volatile Optional<Thread> disturbed = Optional.empty();

    private Optional<ServerSocket> door = Optional.empty();

    /**
     * Creates a gate; until it is closed, servers that JMH creates in the calling thread accept no connections.
     *
     * @param isFork whether the other end of a connection is the fork
     */
    public LinkGate(Predicate<Socket> isFork) {
        this.isFork = isFork;
        this.jmh = JmhLink.find();
        if (jmh.isPresent()) {
            ARMED.set(this);
        }
    }

    /** Returns whether this JMH's link can be guarded. */
    public boolean guards() {
        return jmh.isPresent();
    }

    /**
     * Takes over the port of the server that JMH has created for the given output; no effect if that is already done.
     *
     * @throws PortTakenException if another process was faster
     */
    public void takeOver(OutputFormat output) {
        if (door.isEmpty()) {
            jmh.flatMap(link -> link.serverOf(output, () -> disturbed)).ifPresent(this::takeOver);
        }
    }

    /** Runs a callback when the fork has closed its connection, or has ended. */
    public void whenEnded(Runnable call) {
        ended = call;
    }

    /** Takes over the port of a server. */
    public void takeOver(BinaryLinkServer server) {
        JmhLink link = jmh.orElseThrow();
        InetSocketAddress address = link.stopAccepting(server);
        try {
            ServerSocket socket = new ServerSocket(address.getPort(), BACKLOG, address.getAddress());
            door = Optional.of(socket);
            Thread thread = new Thread(() -> accept(socket, server, link), "microbench-link");
            thread.setDaemon(true);
            thread.start();
        } catch (BindException e) {
            throw new PortTakenException(address.getPort(), e);
        } catch (IOException e) {
            throw new IllegalStateException("JMH's link cannot be guarded on " + address, e);
        }
    }

    private void accept(ServerSocket socket, BinaryLinkServer server, JmhLink link) {
        boolean connected = false;
        while (!socket.isClosed()) {
            try {
                Socket peer = socket.accept();
                if (connected || !isFork.test(peer)) {
                    peer.close();
                } else {
                    link.connect(server, peer, name -> refused = name, () -> ended.run());
                    connected = true;
                }
            } catch (IOException | RuntimeException e) {
                // This gate was closed, or the peer has disconnected; the next may connect.
            }
        }
    }

    /** Returns the name of a class whose objects the fork sent and that was rejected; empty if there is none. */
    public Optional<String> refused() {
        return Optional.of(refused).filter(name -> !name.isEmpty());
    }

    /** Resets the gate for use with another server. */
    public void reset() {
        door.ifPresent(socket -> {
            try {
                socket.close();
            } catch (IOException e) {
                // It is already closed.
            }
        });
        door = Optional.empty();
        disturbed = Optional.empty();
    }

    @Override
    public void close() {
        ARMED.remove();
        reset();
    }
}
