// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.process.ProcFolder;
import java.io.ObjectInputFilter;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.link.BinaryLinkServer;

/**
 * Guards JMH's link, on which a fork sends its results to the host as serialized objects.
 *
 * <p>JMH listens on a port of the loopback device, trusts the first connection as that of its fork, and deserializes
 * all objects on it. So this JVM has a deserialization filter (JEP 290). In a thread in which JMH reads from a fork,
 * the filter accepts only JMH's own types, and only if the process at the other end is the fork. In other threads, the
 * JVM's other filters decide. If another process connects first, the fork fails, but no object of that process is read.
 *
 * <p>Must be created in the thread that calls JMH; JMH's reading thread inherits the filter.
 */
public final class ForkLinkFilter implements AutoCloseable {

    private static final String READER = BinaryLinkServer.class.getName() + "$Handler";
    private static final String JMH = "org.openjdk.jmh.";
    private static final Set<Class<?>> VALUES = Set.of(
            Object.class,
            String.class,
            Number.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Boolean.class,
            Character.class,
            Enum.class,
            Thread.State.class,
            TimeUnit.class,
            StackTraceElement.class);

    /** JMH's results are nested up to ten levels deep; a chain of causes may have a few dozen exceptions. */
    private static final long MAX_DEPTH = 500;

    /** The output of a benchmark is sent in arrays; each array is as long as one write. */
    private static final long MAX_ARRAY = 1L << 28;

    private static final InheritableThreadLocal<ForkLinkFilter> CURRENT = new InheritableThreadLocal<>();
    private static final Optional<String> PROBLEM = install();

    private final Predicate<Socket> isFork;
    private final Runnable ended;
    private volatile boolean connected;
    private volatile boolean disturbed;
    private volatile String refused = "";

    /**
     * Guards the links that JMH creates in the calling thread, until this is closed.
     *
     * @param isFork tests whether the other end of a connection is the fork
     * @param ended called when the fork has closed its connection, or has ended
     */
    ForkLinkFilter(Predicate<Socket> isFork, Runnable ended) {
        this.isFork = isFork;
        this.ended = ended;
        CURRENT.set(this);
    }

    private static Optional<String> install() {
        try {
            Field socket = Class.forName(READER).getDeclaredField("socket");
            socket.setAccessible(true);
            ObjectInputFilter.Config.setSerialFilter(info -> check(socket, info));
            return Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.of("The link between this JVM and its forks is not guarded (" + e
                    + "). While a fork runs, any program on this machine can connect to it and send objects that this JVM"
                    + " reads. Use JMH 1.37 in a JVM without -Djdk.serialFilter, or measure where no other user can log"
                    + " in.");
        }
    }

    /** Returns why links cannot be guarded in this JVM, and what to do; empty if they can. */
    public static Optional<String> problem() {
        return PROBLEM;
    }

    private static ObjectInputFilter.Status check(Field socket, ObjectInputFilter.FilterInfo info) {
        Thread reader = Thread.currentThread();
        ForkLinkFilter filter = CURRENT.get();
        if (filter == null || !reader.getClass().getName().equals(READER)) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        try {
            return filter.admits(reader, (Socket) socket.get(reader))
                    ? filter.check(info)
                    : ObjectInputFilter.Status.REJECTED;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(socket + " is not accessible", e);
        }
    }

    private boolean admits(Thread reader, Socket peer) {
        if (!connected && !disturbed) {
            connected = isFork.test(peer);
            disturbed = !connected;
            Thread end = new Thread(() -> awaitEnd(reader), "microbench-link");
            end.setDaemon(true);
            end.start();
        }
        return connected;
    }

    private void awaitEnd(Thread reader) {
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended.run();
    }

    /**
     * Accepts the objects that JMH sends from a fork: its own, results of profilers, numbers, texts, collections of the
     * JDK, and exceptions.
     */
    ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
        if (info.depth() > MAX_DEPTH || info.arrayLength() > MAX_ARRAY) {
            refused = "too deep or too long";
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        if (isAllowed(type)) {
            return ObjectInputFilter.Status.ALLOWED;
        }
        refused = type.getName();
        return ObjectInputFilter.Status.REJECTED;
    }

    private static boolean isAllowed(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive()
                || VALUES.contains(element)
                || element.getName().startsWith(JMH)
                || Throwable.class.isAssignableFrom(element)
                || Result.class.isAssignableFrom(element)
                || Aggregator.class.isAssignableFrom(element)
                || isCollection(element);
    }

    private static boolean isCollection(Class<?> type) {
        boolean any = Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type)
                || type.getName().equals("java.util.CollSer");
        return any && type.getPackageName().equals("java.util");
    }

    /** Returns the name of a class whose objects the fork sent and that was rejected; empty if there is none. */
    Optional<String> refused() {
        return Optional.of(refused).filter(name -> !name.isEmpty());
    }

    /** Returns whether another process connected before the fork. */
    boolean isDisturbed() {
        return disturbed;
    }

    @Override
    public void close() {
        CURRENT.remove();
    }

    /**
     * Finds the process at the other end of a local connection in Linux's lists of sockets (proc(5),
     * {@code /proc/net/tcp} and {@code /proc/PID/fd}).
     */
    static final class LinkPeer {

        private static final String TCP = "self/net/tcp";
        private static final String TCP6 = "self/net/tcp6";

        /** A fork's socket is in the first table unless the JVM only uses IPv4. The system takes 4 ms to create a table. */
        private static final List<String> TABLES = List.of(TCP6, TCP);

        /** The index of the column with the number of the socket, counted from the one with the local address. */
        private static final int INODE = 8;

        private static final int IPV4_BYTES = 4;
        private static final HexFormat HEX = HexFormat.of().withUpperCase();
        private static final String IPV4_IN_IPV6 = hex(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1});

        private LinkPeer() {}

        /**
         * Returns whether a connection belongs to one of the given processes; true if the system does not show that.
         *
         * @param shown the system's files about processes
         * @param processes called only if the system shows the processes of sockets
         */
        static boolean isOneOf(ProcFolder shown, Socket connection, Supplier<Stream<ProcessHandle>> processes) {
            InetSocketAddress peer = (InetSocketAddress) connection.getRemoteSocketAddress();
            InetSocketAddress own = (InetSocketAddress) connection.getLocalSocketAddress();
            boolean visible = false;
            for (String table : TABLES) {
                Optional<String> sockets = shown.text(table);
                visible |= sockets.isPresent();
                Optional<String> end = sockets.flatMap(text -> socket(text, text(peer, table), text(own, table)));
                if (end.isPresent()) {
                    return processes.get().anyMatch(process -> shown.holds(process.pid(), Set.of(end.get())));
                }
            }
            return !visible;
        }

        /** Returns the name of the socket at the local end of a connection; empty if it is not in the table. */
        private static Optional<String> socket(String table, String local, String remote) {
            int start = table.indexOf(" " + local + " " + remote + " ");
            int end = table.indexOf('\n', start);
            if (start < 0 || end < 0) {
                return Optional.empty();
            }
            String[] words = table.substring(start, end).strip().split(" +", -1);
            return words.length > INODE ? Optional.of("socket:[" + words[INODE] + "]") : Optional.empty();
        }

        /** Formats an address like the kernel: words of 32 bits in the machine's byte order, and the port. */
        private static String text(InetSocketAddress address, String table) {
            InetAddress host = address.getAddress();
            boolean mapped = table.equals(TCP6) && host.getAddress().length == IPV4_BYTES;
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
