// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import io.microbench.fixture.SeriesBuilder;
import io.microbench.fixture.jvm.FixtureMessage;
import io.microbench.process.ChildProcess;
import io.microbench.process.OutputTail;
import io.microbench.result.FixtureRun.FixtureSeries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node in a separate JVM on this machine, started by {@link Nodes}. */
public final class ChildNode {

    /** Receives the output and samples of nodes; called by several threads. */
    interface Listener {

        Listener NONE = new Listener() {};

        /** Reports a line that a node printed. */
        default void printed(String name, String line) {}

        /** Reports a sample of a node's JVM. */
        default void sampled(String name, Map<String, String> numbers) {}
    }

    private final Cluster parent;
    private final String name;
    private final ChildProcess process;
    private final Listener listener;
    private final OutputTail output = new OutputTail();
    private final SeriesBuilder series = new SeriesBuilder();

    ChildNode(Cluster parent, String name, ChildProcess process, Listener listener) {
        this.parent = parent;
        this.name = name;
        this.process = process;
        this.listener = listener;
        String thread = "microbench-node-output";
        ChildProcess.read(process.process().getInputStream(), thread, this::message, () -> {});
        ChildProcess.read(process.process().getErrorStream(), thread, this::print, () -> {});
    }

    /** Parses a sample. Other lines are the output of a failing JVM. */
    private void message(String line) {
        Optional<FixtureMessage> message = FixtureMessage.parse(line);
        if (message.isEmpty()) {
            print(line);
            return;
        }
        series.add(message.get().values());
        listener.sampled(name, message.get().values());
    }

    private void print(String line) {
        output.add(line);
        listener.printed(name, line);
    }

    /** Returns the name of the node, {@code child-1} and so on. */
    public String name() {
        return name;
    }

    public long pid() {
        return process.process().pid();
    }

    public boolean isAlive() {
        return process.process().isAlive();
    }

    /** Returns the last lines that the process printed, at most {@value OutputTail#MAX_LINES}. */
    public List<String> output() {
        return output.lines();
    }

    /** Returns one sample of the JVM per second since it joined: processor time, heap, collections, threads. */
    public FixtureSeries series() {
        return series.build();
    }

    /**
     * Opens a conversation with a service of the node.
     *
     * @throws ClusterException if the node is no longer a member
     */
    public Conversation open(String service, String arguments) {
        Member member = parent.member(name)
                .orElseThrow(() ->
                        new ClusterException("Node " + name + " is no longer a member. Its last output: " + output()));
        return parent.open(member, service, arguments);
    }

    /** Kills the process and its descendants; may be called more than once. */
    public void kill() {
        process.close();
    }

    /** Asks the process to leave the cluster and exit, and waits until it has exited. */
    void leave(Duration patience) {
        process.leave(patience);
    }

    Process process() {
        return process.process();
    }
}
