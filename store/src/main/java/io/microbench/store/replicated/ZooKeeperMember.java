// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.store.ReplicatedBackend.AnswerTimeout;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeer.QuorumServer;
import org.apache.zookeeper.server.quorum.QuorumPeer.ServerState;
import org.apache.zookeeper.server.quorum.flexible.QuorumMaj;

/** A peer of a ZooKeeper quorum. A quorum of one member works in the same way. */
final class ZooKeeperMember implements Member {

    private static final int TICK_MILLIS = 500;

    /** The number of ticks in which a follower must copy the leader's data, answer, and connect to the leader. */
    private static final int INIT_TICKS = 40;

    private static final int SYNC_TICKS = 10;
    private static final int CONNECT_TICKS = 10;

    private static final int FAST_ELECTION = 3;
    private static final int NO_LIMIT = 0;
    private static final int DEFAULT_BACKLOG = -1;

    /**
     * The time after which threads that have not ended are interrupted. It is longer than a tick, because the thread
     * that tracks sessions sleeps for up to a tick.
     */
    private static final Duration GRACE = Duration.ofMillis(8L * TICK_MILLIS);

    private final QuorumPeer peer;
    private final MemberThreads threads;
    private final ZooKeeperFailure failure;
    private final ZooKeeperJvm jvm;

    private ZooKeeperMember(QuorumPeer peer, MemberThreads threads, ZooKeeperFailure failure, ZooKeeperJvm jvm) {
        this.peer = peer;
        this.threads = threads;
        this.failure = failure;
        this.jvm = jvm;
    }

    static ZooKeeperMember start(MemberStart start) throws IOException {
        MemberPorts.requireFree(start.own());
        ZooKeeperJvm jvm = ZooKeeperJvm.enter(start.durability());
        MemberThreads threads = new MemberThreads("zookeeper member " + start.number());
        ZooKeeperFailure failure = ZooKeeperFailure.of(threads);
        try {
            return new ZooKeeperMember(threads.call(() -> startPeer(start)), threads, failure, jvm);
        } catch (IOException | RuntimeException e) {
            failure.close();
            threads.alive().forEach(Thread::interrupt);
            jvm.leave();
            throw e;
        }
    }

    private static QuorumPeer startPeer(MemberStart start) throws IOException {
        File folder = start.folder().toFile();
        Map<Long, QuorumServer> servers = servers(start);
        ServerCnxnFactory clients =
                ServerCnxnFactory.createFactory(clientAddress(start.own()), NO_LIMIT, DEFAULT_BACKLOG);
        try {
            QuorumPeer peer = new QuorumPeer(
                    servers,
                    folder,
                    folder,
                    FAST_ELECTION,
                    start.number(),
                    TICK_MILLIS,
                    INIT_TICKS,
                    SYNC_TICKS,
                    CONNECT_TICKS,
                    false,
                    clients,
                    new QuorumMaj(servers));
            // The default maximum is twenty ticks, regardless of the requests of clients.
            peer.setMaxSessionTimeout(Math.toIntExact(AnswerTimeout.MOST.toMillis()));
            peer.initConfigInZKDatabase();
            peer.start();
            return peer;
        } catch (IOException | RuntimeException e) {
            clients.shutdown();
            throw e;
        }
    }

    private static Map<Long, QuorumServer> servers(MemberStart start) {
        Map<Long, QuorumServer> servers = new HashMap<>();
        for (MemberLocation place : start.members()) {
            servers.put(
                    (long) place.number(),
                    new QuorumServer(place.number(), address(place, 1), address(place, 2), clientAddress(place)));
        }
        return servers;
    }

    static InetSocketAddress clientAddress(MemberLocation place) {
        return address(place, 0);
    }

    private static InetSocketAddress address(MemberLocation place, int port) {
        return new InetSocketAddress(place.host(), place.ports().get(port));
    }

    @Override
    public Optional<Boolean> leads() {
        return Optional.of(peer.getPeerState() == ServerState.LEADING);
    }

    @Override
    public OptionalLong forces() {
        return jvm.forces();
    }

    @Override
    public CompletionStage<String> failure() {
        return failure.reason();
    }

    @Override
    public void close() throws IOException {
        try {
            peer.shutdown();
            threads.awaitEnd(GRACE);
        } finally {
            failure.close();
            jvm.leave();
        }
    }

    /**
     * Detects the end of a critical thread, such as the thread that writes the log. ZooKeeper only logs this, and
     * continues with the next election or ends its JVM.
     */
    private static final class ZooKeeperFailure extends Handler {
        /** The loggers are referenced here, because a logger without references loses its handlers. */
        private static final List<Logger> LOGGERS = Stream.of("ZooKeeperCriticalThread", "ZooKeeperServer")
                .map(name -> Logger.getLogger("org.apache.zookeeper.server." + name))
                .toList();

        /** The beginning of the message that a failing critical thread logs. */
        private static final String END = "Severe unrecoverable error";

        private final MemberThreads threads;
        private final CompletableFuture<String> reason = new CompletableFuture<>();

        private ZooKeeperFailure(MemberThreads threads) {
            this.threads = threads;
        }

        static ZooKeeperFailure of(MemberThreads threads) {
            ZooKeeperFailure failure = new ZooKeeperFailure(threads);
            LOGGERS.forEach(logger -> {
                if (!logger.isLoggable(Level.SEVERE)) {
                    logger.setLevel(Level.SEVERE);
                }
                logger.addHandler(failure);
            });
            return failure;
        }

        CompletionStage<String> reason() {
            return reason;
        }

        @Override
        public void publish(LogRecord line) {
            Thread thread = Thread.currentThread();
            if (String.valueOf(line.getMessage()).startsWith(END) && threads.isOneOf(thread)) {
                reason.complete("its thread " + thread.getName() + " has ended: " + line.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            LOGGERS.forEach(logger -> logger.removeHandler(this));
        }
    }

    /** All threads of one member, including ZooKeeper's own: a thread belongs to the group of its creator. */
    static final class MemberThreads {

        private static final long PAUSE_MILLIS = 10;

        private final ThreadGroup group;

        MemberThreads(String name) {
            group = new ThreadGroup(name);
        }

        /**
         * Runs code whose new threads belong to this group.
         *
         * @throws IOException if the code throws any exception
         */
        <T> T call(Callable<T> code) throws IOException {
            FutureTask<T> task = new FutureTask<>(code);
            Thread thread = new Thread(group, task, group.getName() + " start");
            thread.start();
            try {
                return task.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
            } catch (InterruptedException e) {
                thread.interrupt();
                Thread.currentThread().interrupt();
                throw new IOException(group.getName() + ": interrupted", e);
            }
        }

        boolean isOneOf(Thread thread) {
            ThreadGroup its = thread.getThreadGroup();
            return its != null && group.parentOf(its);
        }

        List<Thread> alive() {
            Thread[] threads = new Thread[group.activeCount() * 2 + 16];
            int count = group.enumerate(threads, true);
            return Arrays.stream(threads, 0, count)
                    .filter(Objects::nonNull)
                    .filter(Thread::isAlive)
                    .toList();
        }

        /**
         * Waits until all threads have ended, and interrupts those that do not end.
         *
         * @param grace the time before the first interrupt
         * @throws IOException if some threads are still alive after twice this time; the message names them
         */
        void awaitEnd(Duration grace) throws IOException {
            long start = System.nanoTime();
            List<Thread> left = new ArrayList<>(alive());
            while (!left.isEmpty()) {
                long spent = System.nanoTime() - start;
                if (spent > 2 * grace.toNanos()) {
                    throw new IOException(String.format(
                            Locale.ROOT,
                            "%s: threads did not end within %.1f s: %s",
                            group.getName(),
                            spent / 1e9,
                            left.stream().map(Thread::getName).collect(Collectors.joining(", "))));
                }
                if (spent > grace.toNanos()) {
                    left.forEach(Thread::interrupt);
                }
                try {
                    left.get(0).join(PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException(group.getName() + ": interrupted while its threads ended", e);
                }
                left = alive();
            }
        }
    }
}
