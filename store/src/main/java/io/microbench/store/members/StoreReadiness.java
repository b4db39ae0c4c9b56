// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.process.ChildProcess.StartDeadline;
import io.microbench.store.ReplicatedBackend.Reads;
import io.microbench.store.Store;
import io.microbench.store.members.StoreNodes.MemberClients;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits until a store can be used: all members have started, and a write through each of them can be read there. */
final class StoreReadiness {

    /** The key of the probe, which is deleted afterwards. */
    private static final long PROBE_KEY = -1;

    private static final long PAUSE_MILLIS = 50;

    private final MembersPlan plan;
    private final List<NodeMember> members;
    private volatile String waitsFor = "";

    StoreReadiness(MembersPlan plan, List<NodeMember> members) {
        this.plan = plan;
        this.members = members;
    }

    /**
     * Waits until the store is ready.
     *
     * @param patience the time limit, extended while one of the nodes uses a processor
     * @throws IOException if a member ends or is not ready in time; the message names it
     */
    void await(Duration patience, List<ProcessHandle> nodes) throws IOException {
        long begin = System.nanoTime();
        List<StartDeadline> deadlines =
                nodes.stream().map(node -> StartDeadline.of(patience, node)).toList();
        FutureTask<Boolean> probe = new FutureTask<>(this::probe);
        Thread thread = new Thread(probe, "probe " + plan.backend().name());
        thread.setDaemon(true);
        thread.start();
        try {
            while (!isDone(probe)) {
                if (System.nanoTime() - begin > patience.toNanos()
                        && deadlines.stream().allMatch(StartDeadline::isOver)) {
                    throw new IOException(String.format(
                            Locale.ROOT,
                            "The store %s was not ready within %.0f s: %s",
                            plan.text(),
                            patience.toNanos() / 1e9,
                            waitsFor));
                }
            }
        } catch (ExecutionException e) {
            throw new IOException("The store " + plan.text() + " does not start: " + message(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The wait for the store " + plan.text() + " was interrupted", e);
        } finally {
            thread.interrupt();
        }
    }

    private static boolean isDone(FutureTask<Boolean> probe) throws InterruptedException, ExecutionException {
        try {
            return probe.get(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        }
    }

    private static String message(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause instanceof IOException ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
    }

    private boolean probe() throws IOException, InterruptedException {
        for (int i = 0; i < members.size(); i++) {
            waitsFor = "member " + (i + 1) + " at " + plan.places().get(i).ports() + " has not started";
            members.get(i).awaitStarted();
        }
        Reads reads = plan.backend().strongestReads();
        try (MemberClients clients = MemberClients.connect(plan.backend(), plan.places(), reads)) {
            for (int i = 0; i < members.size(); i++) {
                awaitAnswer(i, clients.stores().get(i));
            }
            clients.stores().get(0).delete(PROBE_KEY);
        }
        return true;
    }

    private void awaitAnswer(int index, Store client) throws IOException, InterruptedException {
        String member =
                "member " + (index + 1) + " at " + plan.places().get(index).ports();
        waitsFor = member + " did not answer a write";
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(index).array();
        while (true) {
            try {
                client.put(PROBE_KEY, value);
                if (isThere(client, value)) {
                    return;
                }
                waitsFor = member + " does not have the entry that was written through it";
            } catch (IOException e) {
                Optional<String> ended = NodeMember.firstProblem(members);
                if (ended.isPresent()) {
                    throw new IOException(ended.get(), e);
                }
                waitsFor = member + " answers with " + e;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static boolean isThere(Store client, byte[] value) throws IOException {
        return client.get(PROBE_KEY)
                .filter(found -> Arrays.equals(found, value))
                .isPresent();
    }
}
