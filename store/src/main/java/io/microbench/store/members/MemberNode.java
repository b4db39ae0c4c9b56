// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.ChildNode;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.Nodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One member with its own node and cluster, so that it can be restarted. */
final class MemberNode implements AutoCloseable {

    private static final List<String> JVM = List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");

    private final MembersPlan plan;
    private final int number;
    private Optional<Nodes> nodes = Optional.empty();
    private Optional<NodeMember> member = Optional.empty();
    private List<Long> pids = List.of();

    MemberNode(MembersPlan plan, int number) {
        this.plan = plan;
        this.number = number;
    }

    private String text() {
        return "Member " + number + " of " + plan.text();
    }

    private ChildNode child() {
        return nodes.orElseThrow(() -> new IllegalStateException(text() + " has not been launched"))
                .children()
                .get(0);
    }

    private NodeMember member() {
        return member.orElseThrow(() -> new IllegalStateException(text() + " has not been started"));
    }

    void launch() throws IOException {
        close();
        try {
            nodes = Optional.of(Nodes.start(1, List.of(StoreNodeService.class), JVM));
        } catch (ClusterException e) {
            throw new IOException(text() + ": " + e.getMessage(), e);
        }
    }

    void start() throws IOException {
        member = Optional.of(NodeMember.open(child(), plan, number));
    }

    /**
     * Waits until the member is ready.
     *
     * @throws IOException if it is not ready in time
     */
    void awaitStarted(Duration patience) throws IOException, InterruptedException {
        FutureTask<Boolean> started = new FutureTask<>(() -> {
            member().awaitStarted();
            return true;
        });
        Thread thread = new Thread(started, "await member " + number);
        thread.setDaemon(true);
        thread.start();
        try {
            started.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new IOException(
                    text() + " did not start within " + patience.toSeconds() + " s. Its node printed last: "
                            + child().output(),
                    e);
        } catch (ExecutionException e) {
            throw new IOException(
                    Optional.ofNullable(e.getCause()).map(Throwable::getMessage).orElse(text() + ": " + e), e);
        }
    }

    boolean leads() throws IOException, InterruptedException {
        return member().state().leads().orElse(false);
    }

    void kill() {
        child().kill();
    }

    void freeze() throws IOException, InterruptedException {
        // Requested now, as a frozen member does not answer.
        pids = member().state().pids();
        signal("STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        Process kill = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (kill.waitFor() != 0) {
            throw new IOException(text() + " did not accept signal " + name + ": " + printed.strip());
        }
    }

    /** Kills the remaining processes, in any state. */
    @Override
    public void close() {
        nodes.ifPresent(started -> {
            started.children().forEach(ChildNode::kill);
            started.close();
        });
        nodes = Optional.empty();
        member = Optional.empty();
    }
}
