/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.runner.link.BinaryLinkServer;

/** Somebody who connects to JMH's link before the fork does, sends things, and stays. */
final class Intruder implements AutoCloseable {

    static final AtomicInteger READ = new AtomicInteger();

    /** An object that does something when it is read. */
    static final class Payload implements Serializable {

        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this::intrude, "intruder");
    private volatile boolean done;

    /** Waits for a link to be opened by a thread of this JVM's main group, and is there first. */
    static Intruder lurking() {
        Intruder intruder = new Intruder();
        intruder.thread.setDaemon(true);
        intruder.thread.start();
        return intruder;
    }

    int visits() {
        return sockets.size();
    }

    private void intrude() {
        while (!done) {
            link().ifPresent(server -> {
                visit(server.getHost(), server.getPort(), payload());
                visit(server.getHost(), server.getPort(), new byte[] {1, 2, 3});
            });
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
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
            // Thrown out.
        }
    }

    static byte[] payload() {
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

    /** The port is what anybody sees in the system's list of sockets; a field of JMH's thread has it sooner. */
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
                // Closed before.
            }
        }
    }
}
