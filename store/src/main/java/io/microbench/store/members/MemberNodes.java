// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store.members;

import io.microbench.cluster.ChildNode;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.Nodes;
import io.microbench.process.Programs;
import io.microbench.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Members in separate JVMs on this machine. They end when this object is closed or this JVM ends, for any reason. */
final class MemberNodes implements Members {

    private final MembersPlan plan;
    private final Duration patience;
    private final List<MemberNode> members;

    private MemberNodes(MembersPlan plan, Duration patience) {
        this.plan = plan;
        this.patience = patience;
        members = numbers(plan).stream()
                .map(number -> new MemberNode(plan, number))
                .toList();
    }

    /**
     * Starts all members of a plan.
     *
     * @param patience the time limit for each member to become ready, also after a restart
     * @throws IOException if one cannot be started; then all are stopped
     */
    static MemberNodes start(MembersPlan plan, Duration patience) throws IOException, InterruptedException {
        MemberNodes started = new MemberNodes(plan, patience);
        try {
            started.restart(numbers(plan));
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static List<Integer> numbers(MembersPlan plan) {
        return IntStream.rangeClosed(1, plan.places().size()).boxed().toList();
    }

    private MemberNode member(int number) {
        return members.get(number - 1);
    }

    @Override
    public int count() {
        return members.size();
    }

    @Override
    public Optional<Integer> leader() throws IOException, InterruptedException {
        for (int number : numbers(plan)) {
            if (member(number).leads()) {
                return Optional.of(number);
            }
        }
        return Optional.empty();
    }

    @Override
    public void kill(int number) {
        member(number).kill();
    }

    @Override
    public void restart(List<Integer> numbers) throws IOException, InterruptedException {
        for (int number : numbers) {
            member(number).launch();
        }
        for (int number : numbers) {
            member(number).start();
        }
        for (int number : numbers) {
            member(number).awaitStarted(patience);
        }
    }

    @Override
    public void freeze(int number) throws IOException, InterruptedException {
        member(number).freeze();
    }

    @Override
    public void thaw(int number) throws IOException, InterruptedException {
        member(number).thaw();
    }

    @Override
    public Store connect(int number) throws IOException {
        return plan.backend()
                .connect(plan.places().get(number - 1), plan.backend().strongestReads());
    }

    @Override
    public void close() {
        members.forEach(MemberNode::close);
    }

    /** A member with its own node and cluster, which allows it to be restarted. */
    static final class MemberNode implements AutoCloseable {

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
                        text() + " did not start within " + patience.toSeconds() + " s. Last output of its node: "
                                + child().output(),
                        e);
            } catch (ExecutionException e) {
                throw new IOException(
                        Optional.ofNullable(e.getCause())
                                .map(Throwable::getMessage)
                                .orElse(text() + ": " + e),
                        e);
            }
        }

        boolean leads() throws IOException, InterruptedException {
            return member().state().leads().orElse(false);
        }

        void kill() {
            child().kill();
        }

        void freeze() throws IOException, InterruptedException {
            // The process ids are requested now, because a frozen member does not answer.
            pids = member().state().pids();
            signal("STOP");
        }

        void thaw() throws IOException, InterruptedException {
            signal("CONT");
        }

        private void signal(String name) throws IOException, InterruptedException {
            List<String> command = signal(System.getenv().getOrDefault("PATH", ""), name, pids);
            Process kill = new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new IOException(text() + " did not accept signal " + name + ": " + printed.strip());
            }
        }

        /**
         * Returns the command that sends a signal to processes.
         *
         * @throws IOException if the command is not on the path, as on Windows
         */
        static List<String> signal(String path, String name, List<Long> pids) throws IOException {
            Path kill = Programs.onPath(path, "kill")
                    .orElseThrow(() ->
                            new IOException("Cannot freeze members: there is no kill command on the PATH, " + path));
            List<String> command = new ArrayList<>(List.of(kill.toString(), "-" + name));
            pids.forEach(pid -> command.add(Long.toString(pid)));
            return command;
        }

        /** Kills the remaining processes in any state. */
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
}
