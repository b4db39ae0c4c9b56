// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import io.microbench.store.ReplicatedBackend.Reads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The members of a replicated store in this JVM, on free ports of the loopback device. */
final class Ensemble implements AutoCloseable {

    private static final int LOWEST_PORT = 20_000;
    private static final int HIGHEST_PORT = 32_000;
    private static final long PATIENCE_SECONDS = 90;
    private static final long PAUSE_MILLIS = 20;

    private final ReplicatedBackend backend;
    private final List<MemberStart> starts = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private final Path folder;

    Ensemble(ReplicatedBackend backend, Durability durability, int size, Path folder) throws IOException {
        this.backend = backend;
        this.folder = folder;
        List<MemberLocation> places = new ArrayList<>();
        List<Integer> ports = freePorts(size * backend.ports());
        for (int i = 0; i < size; i++) {
            places.add(new MemberLocation(
                    i + 1, "127.0.0.1", ports.subList(i * backend.ports(), (i + 1) * backend.ports())));
        }
        for (MemberLocation place : places) {
            Path own = Files.createDirectories(folder.resolve("member" + place.number()));
            starts.add(new MemberStart(place.number(), places, own, durability));
        }
    }

    private static List<Integer> freePorts(int count) {
        SplittableRandom random = new SplittableRandom();
        List<Integer> found = new ArrayList<>();
        while (found.size() < count) {
            int port = random.nextInt(LOWEST_PORT, HIGHEST_PORT);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                if (!found.contains(port)) {
                    found.add(port);
                }
            } catch (IOException e) {
                // The port is in use; the next one may be free.
            }
        }
        return found;
    }

    /** Starts all members at the same time, and waits until the store answers through each of them. */
    Ensemble start() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(starts.size());
        try {
            List<Future<Member>> starting = starts.stream()
                    .map(start -> threads.submit(() -> backend.start(start)))
                    .toList();
            for (Future<Member> each : starting) {
                members.add(each.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            for (int number = 1; number <= starts.size(); number++) {
                awaitAnswer(number);
            }
            return this;
        } catch (IOException | RuntimeException | ExecutionException | TimeoutException e) {
            close();
            throw e;
        } finally {
            threads.shutdown();
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void awaitAnswer(int number) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try (Store client = connect(number, Reads.LOCAL)) {
            while (true) {
                try {
                    client.delete(Long.MIN_VALUE);
                    return;
                } catch (IOException e) {
                    if (System.nanoTime() > deadline) {
                        throw e;
                    }
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        }
    }

    int size() {
        return starts.size();
    }

    /** Returns the strongest reads: weaker ones may miss writes made through the same member. */
    Reads strongestReads() {
        return backend.strongestReads();
    }

    MemberStart start(int number) {
        return starts.get(number - 1);
    }

    Member member(int number) {
        return members.get(number - 1);
    }

    List<Member> members() {
        return List.copyOf(members);
    }

    /** Connects to a member, by number from 1. */
    Store connect(int number, Reads reads) throws IOException {
        return backend.connect(start(number).own(), reads);
    }

    /** Connects to each member. */
    List<Store> connectAll(Reads reads) throws IOException {
        List<Store> clients = new ArrayList<>();
        for (int number = 1; number <= size(); number++) {
            clients.add(connect(number, reads));
        }
        return clients;
    }

    @Override
    public void close() throws IOException {
        try {
            for (Member member : members) {
                member.close();
            }
        } finally {
            members.clear();
        }
    }
}
