/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cluster;

import io.microbench.process.GuardedProcess;
import io.microbench.process.OutputTail;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A node in a JVM of its own on this machine, started by {@link Nodes}. */
public final class ChildNode {

    private final Cluster parent;
    private final String name;
    private final GuardedProcess process;
    private final OutputTail output = new OutputTail();

    ChildNode(Cluster parent, String name, GuardedProcess process) {
        this.parent = parent;
        this.name = name;
        this.process = process;
        DaemonThreads.named("microbench-node-output").newThread(this::collect).start();
    }

    private void collect() {
        byte[] buffer = new byte[8192];
        var source = output.source();
        try (InputStream in = process.process().getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                source.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // The process has ended.
        }
    }

    /** Returns the name of the node, {@code child-1} and so on. */
    public String name() {
        return name;
    }

    /** Returns the process id. */
    public long pid() {
        return process.process().pid();
    }

    /** Returns whether the process runs. */
    public boolean isAlive() {
        return process.process().isAlive();
    }

    /** Returns the last lines that the process printed, at most {@value OutputTail#MAX_LINES}. */
    public List<String> output() {
        return output.lines();
    }

    /**
     * Opens a conversation with a service of the node.
     *
     * @throws ClusterException if the node is no longer a member
     */
    public Conversation open(String service, String arguments) {
        Member member = parent.member(name)
                .orElseThrow(() ->
                        new ClusterException("Node " + name + " is no longer a member. It printed last: " + output()));
        return parent.open(member, service, arguments);
    }

    /** Kills the process and all that it started; may be called more than once. */
    public void kill() {
        process.close();
    }

    /** Asks the process to leave the cluster and to end. */
    void leave() {
        try {
            process.process().getOutputStream().close();
        } catch (IOException e) {
            // It has ended.
        }
    }

    Process process() {
        return process.process();
    }
}
