/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.store.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Clients that run at the same time, each with a log in a folder. */
final class Clients {

    private static final long PAUSE_MILLIS = 10;

    private final List<FaultClient> clients = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Starts clients.
     *
     * @param pause of each after each operation
     * @throws IOException if a log cannot be written
     */
    Clients(Members members, int count, Duration pause, Path folder, LongSupplier clock) throws IOException {
        for (int i = 0; i < count; i++) {
            Path file = folder.resolve("client-" + i + ".log");
            FaultClient client = new FaultClient(members, i, new OperationLog(file, i, clock), pause);
            Thread thread = new Thread(client, "fault client " + i);
            thread.setDaemon(true);
            logs.add(file);
            clients.add(client);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /**
     * Waits until a client is told that a write is done, from now on.
     *
     * @throws IOException if that does not happen in time
     */
    void awaitWrite(String since, Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        clients.forEach(FaultClient::takeAcknowledged);
        while (clients.stream().noneMatch(FaultClient::takeAcknowledged)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("No write was acknowledged within " + patience.toSeconds() + " s after " + since
                        + "; the last failure of each client: "
                        + clients.stream()
                                .map(client -> client.failure().orElse("none"))
                                .collect(Collectors.joining("; ")));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Ends all; the operation of one that does not end in time never returns. */
    void end(Duration patience) throws InterruptedException {
        clients.forEach(FaultClient::end);
        long deadline = System.nanoTime() + patience.toNanos();
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            thread.interrupt();
        }
    }

    /** Reads the logs. */
    List<Operation> history() throws IOException {
        List<Operation> history = new ArrayList<>();
        for (Path log : logs) {
            history.addAll(OperationLog.read(log));
        }
        return history;
    }
}
