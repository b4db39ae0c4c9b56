/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BooleanSupplier;

/** Nodes of one test, closed after it; they share a secret of their own. */
final class TestNodes implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(60);

    private final Path secret;
    private final Deque<Cluster> nodes = new ConcurrentLinkedDeque<>();

    TestNodes(Path folder) throws Exception {
        secret = folder.resolve("secret");
        PrivateFile.create(secret, "a secret for one test only\n");
    }

    Path secret() {
        return secret;
    }

    ClusterSettings.Builder node(String name) {
        return ClusterSettings.node(name)
                .secret(Optional.of(new SecretSource.InFile(secret)))
                .joinDeadline(LONG);
    }

    /** Starts a node that joins the first one, if there is one. */
    Cluster start(String name, Service... services) {
        ClusterSettings.Builder settings = node(name);
        if (!nodes.isEmpty()) {
            settings.join(List.of(nodes.peekFirst().self().address()));
        }
        return add(Cluster.join(settings.build(), services));
    }

    Cluster add(Cluster node) {
        nodes.addLast(node);
        return node;
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        Deadline deadline = Deadline.in(LONG);
        while (!condition.getAsBoolean()) {
            if (deadline.isOver()) {
                throw new AssertionError("not within " + deadline);
            }
            Thread.sleep(5);
        }
    }

    static Path secretFile(Path folder, String name, String secret) throws Exception {
        Path file = folder.resolve(name);
        PrivateFile.create(file, secret + "\n");
        return Files.exists(file) ? file : folder;
    }

    @Override
    public void close() {
        while (!nodes.isEmpty()) {
            nodes.removeLast().close();
        }
    }
}
