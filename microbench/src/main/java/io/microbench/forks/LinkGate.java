// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ProcessTree;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.link.BinaryLinkServer;

/**
 * Guards JMH's link, on which a fork sends its results to the host as serialized objects.
 *
 * <p>JMH listens on a port of the loopback device, trusts the first connection as that of its fork, and deserializes
 * all objects on it. The gate takes over the port before the fork is started: it checks the process of each connection,
 * passes only that of the fork on to JMH, and only lets JMH's own types be read ({@link JmhLink.LinkFilter}). Until then JMH
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

    /**
     * Finds the process of a local connection from the sockets that Linux shows (proc(5), {@code /proc/net/tcp} and
     * {@code /proc/PID/fd}).
     */
    static final class LinkPeer {

        private static final Path TCP = Path.of("/proc/self/net/tcp");
        private static final Path TCP6 = Path.of("/proc/self/net/tcp6");

        private static final int LOCAL = 1;
        private static final int REMOTE = 2;
        private static final int INODE = 9;
        private static final int IPV4_BYTES = 4;
        private static final HexFormat HEX = HexFormat.of().withUpperCase();
        private static final String IPV4_IN_IPV6 = hex(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1});

        private LinkPeer() {}

        /**
         * Returns whether a connection belongs to one of the given processes; true if the system does not show that.
         *
         * @param processes called only if the system shows the processes of sockets
         */
        public static boolean isOneOf(Socket connection, Supplier<? extends Collection<ProcessHandle>> processes) {
            if (!Files.isReadable(TCP)) {
                return true;
            }
            InetSocketAddress peer = (InetSocketAddress) connection.getRemoteSocketAddress();
            InetSocketAddress own = (InetSocketAddress) connection.getLocalSocketAddress();
            Set<String> sockets = Set.copyOf(sockets(peer, own));
            return processes.get().stream().anyMatch(process -> ProcessTree.holds(process, sockets));
        }

        private static List<String> sockets(InetSocketAddress local, InetSocketAddress remote) {
            List<String> found = new ArrayList<>();
            for (Path table : List.of(TCP, TCP6)) {
                String from = text(local, table.equals(TCP6));
                String to = text(remote, table.equals(TCP6));
                for (String line : lines(table)) {
                    String[] words = line.strip().split("\\s+", -1);
                    if (words.length > INODE && words[LOCAL].equals(from) && words[REMOTE].equals(to)) {
                        found.add("socket:[" + words[INODE] + "]");
                    }
                }
            }
            return found;
        }

        private static List<String> lines(Path table) {
            try {
                return Files.readAllLines(table, StandardCharsets.US_ASCII);
            } catch (IOException e) {
                // There is no IPv6.
                return List.of();
            }
        }

        /** Formats an address like the kernel: words of 32 bits in the machine's byte order, and the port. */
        private static String text(InetSocketAddress address, boolean ipv6) {
            InetAddress host = address.getAddress();
            boolean mapped = ipv6 && host.getAddress().length == IPV4_BYTES;
            String port = HEX.toHexDigits((short) address.getPort());
            return (mapped ? IPV4_IN_IPV6 : "") + hex(host.getAddress()) + ":" + port;
        }

        private static String hex(byte[] bytes) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < bytes.length; word += IPV4_BYTES) {
                byte[] part = Arrays.copyOfRange(bytes, word, word + IPV4_BYTES);
                boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
                for (int i = 0; i < IPV4_BYTES; i++) {
                    text.append(HEX.toHexDigits(part[little ? IPV4_BYTES - 1 - i : i]));
                }
            }
            return text.toString();
        }
    }
}
