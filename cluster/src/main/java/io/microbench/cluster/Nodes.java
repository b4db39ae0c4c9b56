// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.process.ChildProcess;
import io.microbench.process.ChildProcess.StartDeadline;
import io.microbench.process.Programs;
import io.microbench.process.TemporaryFolders;
import io.microbench.text.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Nodes in separate JVMs on this machine, which join this JVM, for tests and suites. Their own key separates them from
 * other clusters. They end when this object is closed or this JVM ends, for any reason.
 */
public final class Nodes implements AutoCloseable {

    /** The system property with the time limit for a node to join, extended while the node uses processor time. */
    public static final String DEADLINE = "microbench.cluster.joinDeadline";

    private static final String DEFAULT_DEADLINE = "60s";

    /** The command-line argument of each JVM with the name of its node. */
    static final String MARK = "microbench.node=";

    private static final long LEAVE_SECONDS = 5;
    private static final long PAUSE_MILLIS = 10;

    private final Optional<Path> ownFolder;
    private final Path keyFile;
    private final Cluster parent;
    private final List<ChildNode> children = new ArrayList<>();

    private Nodes(Optional<Path> ownFolder, Path keyFile, Cluster parent) {
        this.ownFolder = ownFolder;
        this.keyFile = keyFile;
        this.parent = parent;
    }

    /**
     * The parameters for starting the JVMs of nodes.
     *
     * @param services classes of the services of each node; public, with a public constructor without parameters
     * @param jvmArgs arguments of each JVM, such as {@code -Xmx2g}
     */
    record Launch(List<Class<? extends Service>> services, List<String> jvmArgs, ChildNode.Listener listener) {

        Launch {
            services = List.copyOf(services);
            jvmArgs = List.copyOf(jvmArgs);
        }
    }

    /**
     * Starts nodes with this JVM's class path and without services, and waits until all have joined.
     *
     * @param count the number of nodes, at least 1
     * @throws ClusterException if one does not join in time; then all are stopped
     */
    public static Nodes start(int count) {
        return start(count, List.of());
    }

    /**
     * Starts nodes with this JVM's class path and waits until all have joined.
     *
     * @param count the number of nodes, at least 1
     * @param services classes of the services of each node; public, with a public constructor without parameters
     * @throws ClusterException if one does not join in time; then all are stopped
     */
    public static Nodes start(int count, List<Class<? extends Service>> services) {
        return start(count, services, List.of());
    }

    /**
     * Starts nodes like {@link #start(int, List)}.
     *
     * @param jvmArgs arguments of the JVM of each node, such as {@code -Xmx2g}
     */
    public static Nodes start(int count, List<Class<? extends Service>> services, List<String> jvmArgs) {
        return start(Optional.empty(), count, new Launch(services, jvmArgs, ChildNode.Listener.NONE));
    }

    /** Starts nodes. Their key is stored in the given folder, which the caller deletes, or in a new folder. */
    static Nodes start(Optional<Path> folder, int count, Launch launch) {
        if (count < 1) {
            throw new ClusterException(count + " nodes: start at least 1");
        }
        Duration deadline = deadline(System.getProperty(DEADLINE, DEFAULT_DEADLINE));
        Nodes nodes = open(folder);
        try {
            for (int i = 1; i <= count; i++) {
                nodes.children.add(nodes.launch("child-" + i, launch));
            }
            nodes.awaitAll(deadline);
            return nodes;
        } catch (IOException e) {
            nodes.close();
            throw new ClusterException("A node cannot be started: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            nodes.close();
            throw e;
        }
    }

    private static Nodes open(Optional<Path> given) {
        try {
            Optional<Path> own = given.isPresent() ? Optional.empty() : Optional.of(TemporaryFolders.create());
            try {
                Path keyFile = own.or(() -> given).orElseThrow().resolve("node-key.p12");
                return new Nodes(
                        own,
                        keyFile,
                        Cluster.join(ClusterSettings.node("parent").keyFile(Optional.of(keyFile))));
            } catch (RuntimeException e) {
                own.ifPresent(TemporaryFolders::remove);
                throw e;
            }
        } catch (IOException e) {
            throw new ClusterException("Cannot create a temporary folder for nodes: " + e.getMessage(), e);
        }
    }

    private ChildNode launch(String name, Launch launch) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Programs.ofJdk("java"));
        // The mark comes first, so that lists of processes show it.
        command.add("-D" + MARK + name);
        command.addAll(launch.jvmArgs());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ChildNodeMain.class.getName(),
                name,
                keyFile.toString(),
                parent.self().address()));
        launch.services().forEach(service -> command.add(service.getName()));
        ChildProcess process = ChildProcess.startJvm(
                new ProcessBuilder(command), ownFolder.stream().toArray(Path[]::new));
        return new ChildNode(parent, name, process, launch.listener());
    }

    private void awaitAll(Duration limit) {
        List<StartDeadline> deadlines = children.stream()
                .map(child -> StartDeadline.of(limit, child.process().toHandle()))
                .toList();
        for (int i = 0; i < children.size(); i++) {
            ChildNode child = children.get(i);
            while (parent.member(child.name()).isEmpty()) {
                if (deadlines.get(i).isOver() || !child.isAlive()) {
                    throw new ClusterException("Node " + child.name()
                            + (child.isAlive()
                                    ? " did not join within " + Durations.text(limit) + "; -D" + DEADLINE
                                            + "=5m sets a longer limit"
                                    : " ended before it joined")
                            + ". Its last output: " + child.output());
                }
                pause();
            }
        }
    }

    static Duration deadline(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ClusterException(DEADLINE + " = \"" + text + "\": expected a time such as 5m", e);
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

    /** Returns the problem of the first node that has ended or is no longer a member; empty if all are members. */
    Optional<String> problem() {
        return children.stream()
                .filter(child -> parent.member(child.name()).isEmpty() || !child.isAlive())
                .findFirst()
                .map(child -> "Node " + child.name() + (child.isAlive() ? " is no longer a member" : " has ended")
                        + ". Its last output: " + child.output());
    }

    /** Returns the key file that others need to join these nodes. */
    Path keyFile() {
        return keyFile;
    }

    /** Returns the node of this JVM, named {@code parent}. */
    public Cluster parent() {
        return parent;
    }

    /** Returns the started nodes in order, including those that have ended. */
    public List<ChildNode> children() {
        return List.copyOf(children);
    }

    /** Ends all nodes. Nodes that have not left after five seconds are killed. */
    @Override
    public void close() {
        children.forEach(child -> child.leave(Duration.ZERO));
        Deadline patience = Deadline.in(Duration.ofSeconds(LEAVE_SECONDS));
        for (ChildNode child : children) {
            child.leave(Duration.ofNanos(Math.max(0, patience.nanosLeft())));
            child.kill();
        }
        parent.close();
        ownFolder.ifPresent(TemporaryFolders::remove);
    }
}
