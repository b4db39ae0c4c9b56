// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.openjdk.jmh.util.Version;

/** Access by reflection to the host's end of the link of JMH 1.37. */
public final class JmhLink {

    private static final String ACCEPTOR = BinaryLinkServer.class.getName() + "$Acceptor";
    private static final String HANDLER = BinaryLinkServer.class.getName() + "$Handler";

    private final Field acceptor;
    private final Field handler;
    private final Field output;
    private final Field serverSocket;
    private final Field outer;
    private final Constructor<?> newHandler;
    private final Field objects;

    private JmhLink(Class<?> server) throws ReflectiveOperationException {
        acceptor = field(server, "acceptor");
        handler = field(server, "handler");
        output = field(server, "out");
        Class<?> acceptorType = Class.forName(ACCEPTOR);
        serverSocket = field(acceptorType, "server");
        outer = field(acceptorType, "this$0");
        Class<?> handlerType = Class.forName(HANDLER);
        newHandler = handlerType.getDeclaredConstructor(server, Socket.class);
        newHandler.setAccessible(true);
        objects = field(handlerType, "ois");
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Returns access to the link; empty if this version of JMH has another implementation. */
    static Optional<JmhLink> find() {
        try {
            return Optional.of(new JmhLink(BinaryLinkServer.class));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Returns why the link of this JMH cannot be guarded, and what to do; empty if it can. */
    public static Optional<String> complaint() {
        return complaint(BinaryLinkServer.class, Version.getPlainVersion());
    }

    /**
     * Returns why a link cannot be guarded.
     *
     * @param server the class of the host's end of the link
     * @param version its version of JMH
     */
    public static Optional<String> complaint(Class<?> server, String version) {
        try {
            new JmhLink(server);
            return Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.of("The link between this JVM and its forks is not guarded: JMH " + version
                    + " implements it differently from JMH 1.37 (" + e
                    + "). While a fork runs, any program of this machine can"
                    + " connect to it and send objects that this JVM reads. Use JMH 1.37, or measure where no"
                    + " other user can"
                    + " log in.");
        }
    }

    /** Returns whether a thread is one that accepts connections for JMH. */
    static boolean isAcceptor(Thread thread) {
        return thread.getClass().getName().equals(ACCEPTOR);
    }

    /**
     * Returns the server that JMH has created, in a thread of the calling thread's group, for the given output.
     *
     * @param ended returns an acceptor that is no longer among the threads; called after checking these
     */
    Optional<BinaryLinkServer> serverOf(OutputFormat wanted, Supplier<Optional<Thread>> ended) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[group.activeCount() * 2 + 16];
        int count = group.enumerate(threads);
        return Stream.concat(
                        Arrays.stream(threads, 0, count).filter(JmhLink::isAcceptor),
                        Stream.of(ended).flatMap(acceptor -> acceptor.get().stream()))
                .map(thread -> (BinaryLinkServer) get(outer, thread))
                .filter(server -> get(output, server) == wanted)
                .findFirst();
    }

    /** Ends JMH's own acceptor and returns its address, which JMH still passes to the fork. */
    InetSocketAddress stopAccepting(BinaryLinkServer server) {
        Thread thread = (Thread) get(acceptor, server);
        ServerSocket socket = (ServerSocket) get(serverSocket, thread);
        InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
        try {
            socket.close();
            thread.join();
        } catch (IOException e) {
            throw new IllegalStateException("JMH's link on " + address + " cannot be closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while JMH's link was being guarded", e);
        }
        if (server.getPort() != address.getPort()) {
            throw new IllegalStateException("JMH no longer exposes the port of its link, " + address);
        }
        return address;
    }

    /**
     * Passes a connection on to JMH.
     *
     * @param refused receives the name of a class whose objects were rejected
     * @param ended called when JMH has read the connection to its end
     */
    void connect(BinaryLinkServer server, Socket peer, Consumer<String> refused, Runnable ended) throws IOException {
        LinkSocket socket = new LinkSocket(peer, new LinkFilter(refused), ended);
        try {
            Thread thread = (Thread) newHandler.newInstance(server, socket);
            socket.readWith(() -> (java.io.ObjectInputStream) get(objects, thread));
            handlers(server).set(thread);
            thread.start();
        } catch (ReflectiveOperationException e) {
            throw new IOException("JMH did not accept the connection of its fork", e);
        }
    }

    @SuppressWarnings("unchecked") // The type argument is a private class of JMH, and a thread.
    private AtomicReference<Thread> handlers(BinaryLinkServer server) {
        return (AtomicReference<Thread>) get(handler, server);
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was made accessible", e);
        }
    }

    /**
     * A connection whose reader gets a filter before the first object.
     *
     * <p>JMH creates its {@link ObjectInputStream} and reads from it at once, so the filter is set when the stream reads
     * the first bytes after its header.
     */
    static final class LinkSocket extends Socket {

        /** Magic number and version, read by the constructor of the reader. */
        private static final int HEADER_BYTES = 4;

        private final Socket socket;
        private final ObjectInputFilter filter;
        private final Runnable ended;
        private volatile Supplier<ObjectInputStream> reader = () -> {
            throw new IllegalStateException("read before it was passed on");
        };

        /**
         * Wraps a connection.
         *
         * @param ended called when the other end has closed it, or has ended
         */
        LinkSocket(Socket socket, ObjectInputFilter filter, Runnable ended) {
            this.socket = socket;
            this.filter = filter;
            this.ended = ended;
        }

        /** Sets the reader of objects from this connection, once the header has been read. */
        void readWith(Supplier<ObjectInputStream> objects) {
            reader = objects;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new Guarded(socket.getInputStream());
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public synchronized void close() throws IOException {
            socket.close();
            ended.run();
        }

        private final class Guarded extends FilterInputStream {

            private int header = HEADER_BYTES;
            private boolean filtered;

            Guarded(InputStream in) {
                super(in);
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (header > 0) {
                    int count = super.read(bytes, offset, Math.min(length, header));
                    header -= Math.max(count, 0);
                    return count;
                }
                if (!filtered) {
                    reader.get().setObjectInputFilter(filter);
                    filtered = true;
                }
                return super.read(bytes, offset, length);
            }

            @Override
            public int available() throws IOException {
                return header > 0 || filtered ? super.available() : 0;
            }
        }
    }

    /**
     * Accepts the objects that JMH sends from a fork: its own, results of profilers, numbers, texts, collections of the
     * JDK, and exceptions.
     */
    record LinkFilter(Consumer<String> refused) implements ObjectInputFilter {

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

        /** JMH's results nest ten deep, and a chain of causes may be a few dozen long. */
        private static final long MAX_DEPTH = 500;

        /** Output of a benchmark is sent in arrays as long as each write. */
        private static final long MAX_ARRAY = 1L << 28;

        @Override
        public Status checkInput(FilterInfo info) {
            if (info.depth() > MAX_DEPTH || info.arrayLength() > MAX_ARRAY) {
                refused.accept("too deep or too long");
                return Status.REJECTED;
            }
            Class<?> type = info.serialClass();
            if (type == null) {
                return Status.UNDECIDED;
            }
            if (isAllowed(type)) {
                return Status.ALLOWED;
            }
            refused.accept(type.getName());
            return Status.REJECTED;
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
    }
}
