// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The concurrent clients of a fault run. */
final class Clients {

    private static final long PAUSE_MILLIS = 10;

    private final List<FaultClient> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Starts clients.
     *
     * @param pause the pause of each client after each operation
     * @param clock the clock for the times of all operations, in nanoseconds
     */
    Clients(Members members, int count, Duration pause, LongSupplier clock) {
        for (int i = 0; i < count; i++) {
            FaultClient client = new FaultClient(members, i, pause, clock);
            Thread thread = new Thread(client, "fault client " + i);
            thread.setDaemon(true);
            clients.add(client);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /**
     * Waits until a client's new write is acknowledged.
     *
     * @throws IOException if that does not happen in time
     */
    void awaitWrite(String since, Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        clients.forEach(FaultClient::takeAcknowledged);
        while (clients.stream().noneMatch(FaultClient::takeAcknowledged)) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("No write was acknowledged within " + patience.toSeconds() + " s after " + since
                        + "; the last failure of each client: " + failures());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Stops all clients. The pending operation of a client that does not end in time is recorded as not returned. */
    void end(Duration patience) throws InterruptedException {
        clients.forEach(FaultClient::end);
        long deadline = System.nanoTime() + patience.toNanos();
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadline - System.nanoTime()));
            thread.interrupt();
        }
    }

    /**
     * Returns the operations of all clients.
     *
     * @throws IOException if a client received no answer, or no get was answered, because such a history cannot be
     *     judged
     */
    List<Operation> history() throws IOException {
        List<Operation> history = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            List<Operation> own = clients.get(i).operations();
            if (own.stream().noneMatch(Operation::acknowledged)) {
                throw new IOException("Client " + i + " got no answer to any of " + own.size()
                        + " operations, so the run cannot be judged; its last failure: " + failure(clients.get(i)));
            }
            history.addAll(own);
        }
        if (history.stream().noneMatch(each -> each.kind() == Operation.Kind.GET && each.acknowledged())) {
            throw new IOException("No get was answered during the run, so the order of operations cannot be judged;"
                    + " the last failure of each client: " + failures());
        }
        return history;
    }

    private String failures() {
        return clients.stream().map(Clients::failure).collect(Collectors.joining("; "));
    }

    private static String failure(FaultClient client) {
        return client.failure().orElse("none");
    }
}
