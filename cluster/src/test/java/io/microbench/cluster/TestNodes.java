// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BooleanSupplier;

/** Nodes of one test with a common key, closed after the test. */
final class TestNodes implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(60);

    private final Path keyFile;
    private final Deque<Cluster> nodes = new ConcurrentLinkedDeque<>();

    TestNodes(Path folder) throws Exception {
        keyFile = KeyFiles.in(folder);
    }

    Path keyFile() {
        return keyFile;
    }

    ClusterSettings node(String name) {
        return ClusterSettings.node(name).keyFile(Optional.of(keyFile)).joinDeadline(LONG);
    }

    /** Starts a node that joins the first one, if there is one. */
    Cluster start(String name, Service... services) {
        ClusterSettings settings = node(name);
        if (!nodes.isEmpty()) {
            settings = settings.join(List.of(nodes.peekFirst().self().address()));
        }
        return add(Cluster.join(settings, services));
    }

    Cluster add(Cluster node) {
        nodes.addLast(node);
        return node;
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        Deadline deadline = Deadline.in(LONG);
        while (!condition.getAsBoolean()) {
            if (deadline.isOver()) {
                throw new AssertionError("timed out after " + deadline);
            }
            Thread.sleep(5);
        }
    }

    @Override
    public void close() {
        while (!nodes.isEmpty()) {
            nodes.removeLast().close();
        }
    }
}
