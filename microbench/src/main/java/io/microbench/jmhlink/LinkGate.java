// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.jmhlink;

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
 * Stands before JMH's link, on which a fork sends its results to the host as serialized objects.
 *
 * <p>JMH listens on a port of the loopback device, takes whoever comes first for its fork, and creates whatever objects
 * that one sends. Here the port is taken over before the fork is started: who connects is looked up, only the fork is
 * passed on to JMH, and of what it sends only JMH's own types are read ({@link LinkFilter}). Until then JMH itself
 * accepts nobody: its acceptor inherits a thread-local value that keeps it from starting a thread for a connection.
 *
 * <p>For use by the thread that calls JMH. Where JMH is not built as it is known here, its link stays as it is, and
 * {@link io.microbench.environment.Preflight} warns of that.
 */
public final class LinkGate implements AutoCloseable {

    /** Somebody else has the port that JMH gave up this moment; another try gets another port. */
    public static final class PortTakenException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        PortTakenException(int port, IOException cause) {
            super("Another process took port " + port + " of JMH's link", cause);
        }
    }

    private static final class NotTheForkException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Set in a thread that calls JMH; what the thread of JMH's acceptor inherits keeps it from making threads. */
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

    /** JMH's acceptor that ended because somebody connected before its port was taken over. */
    private volatile Optional<Thread> disturbed = Optional.empty();

    private Optional<ServerSocket> door = Optional.empty();

    /**
     * Prepares a gate; from now on, and until it is closed, JMH accepts nobody for servers that the calling thread
     * creates.
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
     * Takes over the port of the server that JMH has created for the given output; no effect if that was done already.
     *
     * @throws PortTakenException if somebody else was faster
     */
    public void takeOver(OutputFormat output) {
        if (door.isEmpty()) {
            jmh.flatMap(link -> link.serverOf(output, () -> disturbed)).ifPresent(this::takeOver);
        }
    }

    /** Runs a callback when the fork has closed its connection, or has gone. */
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
                // This gate was closed, or the peer has gone; the next may come.
            }
        }
    }

    /** Returns the name of a class whose objects the fork sent and that was not read; empty if there is none. */
    public Optional<String> refused() {
        return Optional.of(refused).filter(name -> !name.isEmpty());
    }

    /** Forgets the port, so that the gate can be used for another server. */
    public void reset() {
        door.ifPresent(socket -> {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed, then.
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
