// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.replicated;

import io.microbench.process.ChildProcess;
import io.microbench.process.ChildProcess.StartDeadline;
import io.microbench.process.OutputTail;
import io.microbench.process.Programs;
import io.microbench.store.Durability;
import io.microbench.store.ReplicatedBackend.Member;
import io.microbench.store.ReplicatedBackend.MemberLocation;
import io.microbench.store.ReplicatedBackend.MemberStart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A process of etcd, which ends with this JVM. */
record EtcdMember(ChildProcess child, EtcdOutput output, EtcdMetrics metrics) implements Member {

    private static final Duration START = Duration.ofSeconds(60);
    private static final long STOP_SECONDS = 10;
    private static final int PAUSE_MILLIS = 20;

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

    /**
     * Waits until the peer port is open. The client port only opens once there is a leader, which may require other
     * members.
     */
    private static void awaitListening(Process process, MemberStart start, EtcdOutput output) throws IOException {
        InetSocketAddress peers = new InetSocketAddress(start.own().host(), EtcdCommand.peerPort(start.own()));
        StartDeadline deadline = StartDeadline.of(START, process.toHandle());
        while (!accepts(peers)) {
            if (output.end().isDone()) {
                throw new IOException(
                        "member " + start.number() + ": " + output.end().join());
            }
            if (deadline.isOver()) {
                throw new IOException("member " + start.number() + ": etcd did not listen on " + peers + " within "
                        + START.toSeconds() + " s; last output: " + output.last());
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
            throw new IOException("Interrupted while etcd started", e);
        }
    }

    @Override
    public Optional<Boolean> leads() {
        return metrics.value("etcd_server_is_leader").map(value -> value > 0);
    }

    /** Returns the number of syncs of the log; the later syncs of the database are not included. */
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
            // All acknowledged writes were passed to the operating system, so a kill loses no data.
            child.close();
        }
        try {
            child.process().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The metrics of a member of etcd in the Prometheus text format: each line contains a name and a number. */
    private static final class EtcdMetrics {
        private static final int PATIENCE_MILLIS = 2000;

        private final String address;

        /** @param clients the address of the member for clients */
        EtcdMetrics(String clients) {
            address = clients + "/metrics";
        }

        /** Returns the value of a metric; empty if the member does not answer or does not report it. */
        Optional<Double> value(String name) {
            try {
                // java.net.http is not used, because on JDK 17 the threads of its clients cannot be stopped.
                HttpURLConnection connection =
                        (HttpURLConnection) URI.create(address).toURL().openConnection();
                connection.setConnectTimeout(PATIENCE_MILLIS);
                connection.setReadTimeout(PATIENCE_MILLIS);
                connection.setRequestProperty("Connection", "close");
                try (BufferedReader lines = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                    return lines.lines()
                            .filter(line -> line.startsWith(name + " "))
                            .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
                            .findFirst();
                } finally {
                    connection.disconnect();
                }
            } catch (IOException | NumberFormatException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * The output of a process of etcd: mostly lines of JSON, and the output of a panic. It is not written to a file in
     * its folder because the disk may be full.
     */
    static final class EtcdOutput {
        private static final int QUOTED_LINES = 5;
        private static final String TRACES = "goroutine ";
        private static final Pattern TRACE = Pattern.compile(",\"stacktrace\":\"[^\"]*\"");

        private final OutputTail tail = new OutputTail();
        private final CompletableFuture<String> end = new CompletableFuture<>();

        private boolean traces;

        private EtcdOutput() {}

        /** Reads the output of a process until its end. */
        static EtcdOutput of(Process process) {
            EtcdOutput output = new EtcdOutput();
            ChildProcess.read(process.getInputStream(), "etcd output", output::printed, () -> output.ended(process));
            return output;
        }

        private void printed(String line) {
            traces |= line.startsWith(TRACES);
            if (!traces && !line.isBlank()) {
                tail.add(TRACE.matcher(line).replaceAll(""));
            }
        }

        private void ended(Process process) {
            try {
                end.complete("etcd ended with exit code " + process.waitFor() + "; last output: " + last());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        String last() {
            List<String> lines = tail.lines();
            return lines.isEmpty()
                    ? "nothing"
                    : String.join("; ", lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size()));
        }

        CompletableFuture<String> end() {
            return end;
        }
    }

    /** Finds the program {@code etcd} on this machine. */
    static final class EtcdBinary {

        private EtcdBinary() {}

        /** Returns the first executable on the {@code PATH}. */
        static Optional<Path> find() {
            return find(System.getenv().getOrDefault("PATH", ""));
        }

        static Optional<Path> find(String path) {
            return Programs.onPath(path, "etcd");
        }

        /** Returns why etcd is missing; empty if it is found. */
        static Optional<String> missing(String path) {
            return find(path).isPresent()
                    ? Optional.empty()
                    : Optional.of("no etcd on the PATH; Debian has it in the package etcd-server");
        }
    }

    /** The command that starts a member of etcd. */
    static final class EtcdCommand {

        private static final int CLIENTS = 0;
        private static final int PEERS = 1;

        /** The quota for the data between two compactions; etcd rejects writes that exceed it. */
        private static final long QUOTA = 8L << 30;

        /** The number of revisions that each compaction, every five minutes, retains. */
        private static final int KEPT_REVISIONS = 1000;

        private EtcdCommand() {}

        static List<String> of(Path binary, MemberStart start) {
            MemberLocation own = start.own();
            List<String> words = new ArrayList<>(List.of(
                    binary.toString(),
                    "--name=" + name(own),
                    "--data-dir=" + start.folder().resolve("data"),
                    "--listen-client-urls=" + clients(own),
                    "--advertise-client-urls=" + clients(own),
                    "--listen-peer-urls=" + url(own, PEERS),
                    "--initial-advertise-peer-urls=" + url(own, PEERS),
                    "--initial-cluster="
                            + start.members().stream()
                                    .map(place -> name(place) + "=" + url(place, PEERS))
                                    .collect(Collectors.joining(",")),
                    "--initial-cluster-state=new",
                    "--auto-compaction-mode=revision",
                    "--auto-compaction-retention=" + KEPT_REVISIONS,
                    "--quota-backend-bytes=" + QUOTA,
                    "--logger=zap",
                    "--log-level=warn",
                    "--log-outputs=stderr"));
            if (start.durability() != Durability.SAFE) {
                words.add("--unsafe-no-fsync");
            }
            return words;
        }

        static int peerPort(MemberLocation place) {
            return place.ports().get(PEERS);
        }

        static String clients(MemberLocation place) {
            return url(place, CLIENTS);
        }

        private static String name(MemberLocation place) {
            return "member" + place.number();
        }

        private static String url(MemberLocation place, int port) {
            return "http://" + place.host() + ":" + place.ports().get(port);
        }
    }
}
