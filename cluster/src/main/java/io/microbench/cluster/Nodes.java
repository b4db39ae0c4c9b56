/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import io.microbench.process.FolderTree;
import io.microbench.process.GuardedProcess;
import io.microbench.process.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * JVMs on this machine that join this one, for tests and suites; with a secret of their own, so that they meet no other
 * cluster. They end when this is closed, and when this JVM dies, however it dies.
 */
public final class Nodes implements AutoCloseable {

    /** Starting JVMs beside a busy machine takes its time. */
    static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final long LEAVE_SECONDS = 5;
    private static final long PAUSE_MILLIS = 10;

    private final Path folder;
    private final Cluster parent;
    private final List<ChildNode> children = new ArrayList<>();

    private Nodes(Path folder, Cluster parent) {
        this.folder = folder;
        this.parent = parent;
    }

    /**
     * Starts nodes with this JVM's class path and waits until all have joined.
     *
     * @param count how many, at least 1
     * @param services classes of what each node does for others; public, with a public constructor without parameters
     * @throws ClusterException if one does not join within a minute; none is left then
     */
    public static Nodes start(int count, List<Class<? extends Service>> services) {
        if (count < 1) {
            throw new ClusterException(count + " nodes: start at least 1");
        }
        Nodes nodes = open();
        try {
            for (int i = 1; i <= count; i++) {
                nodes.children.add(nodes.launch("child-" + i, services));
            }
            nodes.awaitAll();
            return nodes;
        } catch (IOException e) {
            nodes.close();
            throw new ClusterException("A node cannot be started: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            nodes.close();
            throw e;
        }
    }

    private static Nodes open() {
        try {
            Path folder = TemporaryFolders.create();
            Path secret = folder.resolve("secret");
            UserSecret.readOrCreate(secret);
            try {
                return new Nodes(
                        folder,
                        Cluster.join(ClusterSettings.node("parent")
                                .secret(Optional.of(new SecretSource.InFile(secret)))
                                .build()));
            } catch (RuntimeException e) {
                FolderTree.delete(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new ClusterException("Nodes need a temporary folder: " + e.getMessage(), e);
        }
    }

    private ChildNode launch(String name, List<Class<? extends Service>> services) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ChildNodeMain.class.getName(),
                name,
                folder.resolve("secret").toString(),
                parent.self().address()));
        services.forEach(service -> command.add(service.getName()));
        GuardedProcess process = GuardedProcess.start(new ProcessBuilder(command).redirectErrorStream(true));
        return new ChildNode(parent, name, process);
    }

    private void awaitAll() {
        Deadline deadline = Deadline.in(DEADLINE);
        for (ChildNode child : children) {
            while (parent.member(child.name()).isEmpty()) {
                if (deadline.isOver() || !child.isAlive()) {
                    throw new ClusterException("Node " + child.name()
                            + (child.isAlive() ? " did not join within " + deadline : " ended before it joined")
                            + ". It printed last: " + child.output());
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("Interrupted while nodes were joining");
        }
    }

    /** Returns this JVM's own place among the nodes, named {@code parent}. */
    public Cluster parent() {
        return parent;
    }

    /** Returns the nodes that were started, in order; also those that have ended since. */
    public List<ChildNode> children() {
        return List.copyOf(children);
    }

    /** Ends all nodes: they leave, or are killed after five seconds. */
    @Override
    public void close() {
        children.forEach(ChildNode::leave);
        Deadline patience = Deadline.in(Duration.ofSeconds(LEAVE_SECONDS));
        for (ChildNode child : children) {
            try {
                child.process().waitFor(Math.max(0, patience.nanosLeft()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            child.kill();
        }
        parent.close();
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // The next one that makes a temporary folder removes it.
        }
    }
}
