// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.process.ChildProcess;
import io.microbench.store.Member;
import io.microbench.store.MemberStart;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A process of etcd, which ends with this JVM. */
final class EtcdMember implements Member {

    private static final Duration START = Duration.ofSeconds(60);
    private static final long STOP_SECONDS = 10;
    private static final int PAUSE_MILLIS = 20;

    private final ChildProcess child;
    private final EtcdOutput output;
    private final EtcdMetrics metrics;

    private EtcdMember(ChildProcess child, EtcdOutput output, EtcdMetrics metrics) {
        this.child = child;
        this.output = output;
        this.metrics = metrics;
    }

    static EtcdMember start(MemberStart start) throws IOException {
        Path binary = EtcdBinary.find().orElseThrow(() -> new IOException("there is no etcd on the PATH"));
        MemberPorts.requireFree(start.own());
        Files.createDirectories(start.folder());
        ChildProcess child =
                ChildProcess.start(new ProcessBuilder(EtcdCommand.of(binary, start)).redirectErrorStream(true));
        EtcdOutput output = EtcdOutput.of(child.process());
        try {
            awaitListening(child.process(), start, output);
        } catch (IOException | RuntimeException e) {
            child.close();
            throw e;
        }
        return new EtcdMember(child, output, new EtcdMetrics(EtcdCommand.clients(start.own())));
    }

    /** Waits for the port of the other members: that of clients opens with a leader, which may need other members. */
    private static void awaitListening(Process process, MemberStart start, EtcdOutput output) throws IOException {
        InetSocketAddress peers = new InetSocketAddress(start.own().host(), EtcdCommand.peerPort(start.own()));
        long begin = System.nanoTime();
        while (!accepts(peers)) {
            if (output.end().isDone()) {
                throw new IOException(
                        "member " + start.number() + ": " + output.end().join());
            }
            if (System.nanoTime() - begin > START.toNanos()) {
                throw new IOException("member " + start.number() + ": etcd did not listen on " + peers + " within "
                        + START.toSeconds() + " s; it printed last: " + output.last());
            }
            pause(process);
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, PAUSE_MILLIS * 10);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void pause(Process process) throws IOException {
        try {
            process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while etcd starts", e);
        }
    }

    @Override
    public Optional<Boolean> leads() {
        return metrics.value("etcd_server_is_leader").map(value -> value > 0);
    }

    /** Returns the forces of the log, without those of the database, which follows the log. */
    @Override
    public OptionalLong forces() {
        return metrics.value("etcd_disk_wal_fsync_duration_seconds_count")
                .map(value -> OptionalLong.of(Math.round(value)))
                .orElseGet(OptionalLong::empty);
    }

    @Override
    public List<ProcessHandle> processes() {
        return List.of(child.process().toHandle());
    }

    @Override
    public CompletionStage<String> failure() {
        return output.end();
    }

    @Override
    public void close() throws IOException {
        try {
            child.process().destroy();
            child.process().waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // Acknowledged writes are with the operating system, so a kill loses nothing.
            child.close();
        }
        try {
            child.process().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
