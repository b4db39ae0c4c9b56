// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.link.BinaryLinkServer;

/** A program that connects to JMH's link before the fork does, sends data, and stays connected. */
public final class Intruder implements AutoCloseable {

    public static final AtomicInteger READ = new AtomicInteger();

    /** An object with a side effect on deserialisation. */
    public static final class Payload implements Serializable {

        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    /** Words of a line of the kernel's socket tables. */
    private static final int LOCAL_ADDRESS = 1;

    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENING = "0A";

    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::intrude, "intruder");
    private final Set<Integer> others = ports();
    private volatile boolean done;

    /** Waits until a thread of this JVM's main group opens a link, and connects first. */
    public static Intruder lurking() {
        Intruder intruder = new Intruder();
        intruder.thread.setDaemon(true);
        intruder.thread.start();
        return intruder;
    }

    public int visits() {
        return sockets.size();
    }

    private void intrude() {
        while (!done) {
            link().ifPresent(server -> visit(server.getHost(), server.getPort()));
            ports().stream()
                    .filter(port -> !others.contains(port))
                    .forEach(port -> visit(InetAddress.getLoopbackAddress().getHostAddress(), port));
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void visit(String host, int port) {
        visit(host, port, payload());
        visit(host, port, new byte[] {1, 2, 3});
    }

    private void visit(String host, int port, byte[] bytes) {
        if (sockets.size() > 20) {
            return;
        }
        try {
            Socket socket = new Socket(InetAddress.getByName(host), port);
            sockets.add(socket);
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // The other side has disconnected.
        }
    }

    public static byte[] payload() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
                objects.writeObject(new Payload());
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<BinaryLinkServer> link() {
        Thread[] threads = new Thread[1000];
        int count = Thread.currentThread().getThreadGroup().enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .map(Intruder::serverOf)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns the ports that this process listens on, which any local user can see; a link is among them while its fork
     * lives.
     */
    private static Set<Integer> ports() {
        Set<Integer> ports = new TreeSet<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            Set<String> own = open.map(Intruder::target).collect(Collectors.toSet());
            for (String table : List.of("tcp", "tcp6")) {
                for (String line : Files.readAllLines(Path.of("/proc/self/net", table))) {
                    String[] words = line.strip().split(" +", -1);
                    if (words[STATE].equals(LISTENING) && own.contains("socket:[" + words[INODE] + "]")) {
                        String address = words[LOCAL_ADDRESS];
                        ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16));
                    }
                }
            }
        } catch (IOException e) {
            // On other systems, uses JMH's own thread.
        }
        return ports;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "closed";
        }
    }

    /** The system's list of sockets also has the port, but a field of JMH's thread has it earlier. */
    private static Optional<BinaryLinkServer> serverOf(Thread thread) {
        try {
            var outer = thread.getClass().getDeclaredField("this$0");
            outer.setAccessible(true);
            return outer.get(thread) instanceof BinaryLinkServer server ? Optional.of(server) : Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws InterruptedException {
        done = true;
        thread.join();
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // The socket is already closed.
            }
        }
    }
}
