// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.ForkResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.text.PreflightException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A node without a JVM, whose forks take no time, and which fails as the test requires. */
final class ScriptedNode implements NodeSession<PairHosts> {

    /** What happens to a node at one of its forks. */
    enum Fate {
        /** The node is killed, and does not come back. */
        DIES,
        /** The node does not respond for some time, and comes back. */
        FREEZES,
        /** The host ends, but the node does not. */
        HOST_ENDS
    }

    private final String name;
    private final String kind;
    private final Map<Integer, Fate> fates;
    private Optional<String> refusal = Optional.empty();
    private Optional<String> deadlyCase = Optional.empty();
    private Runnable onFork = () -> {};
    private volatile boolean dead;
    private final AtomicInteger asleep = new AtomicInteger();
    private int forks;
    final List<String> measured = new ArrayList<>();
    final AtomicInteger open = new AtomicInteger();

    /**
     * Creates a node.
     *
     * @param kind the model of its processor: nodes of one kind are alike
     * @param fates what happens to it, by the number of its forks from 1
     */
    ScriptedNode(String name, String kind, Map<Integer, Fate> fates) {
        this.name = name;
        this.kind = kind;
        this.fates = fates;
    }

    ScriptedNode refusing(String why) {
        refusal = Optional.of(why);
        return this;
    }

    /** Freezes the node at the start; it thaws later. */
    ScriptedNode away() {
        asleep.set(3);
        return this;
    }

    /** Makes each fork of a case end its host. */
    ScriptedNode endedBy(String method) {
        deadlyCase = Optional.of(method);
        return this;
    }

    ScriptedNode onFork(Runnable action) {
        onFork = action;
        return this;
    }

    String kind() {
        return kind;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isThere() {
        // A frozen node is found again after a few attempts.
        return !dead && (asleep.get() == 0 || asleep.decrementAndGet() == 0);
    }

    @Override
    public PairHosts start() {
        refusal.ifPresent(why -> {
            throw new PreflightException(why);
        });
        if (asleep.get() > 0) {
            throw new PreflightException("it is no longer a member");
        }
        open.incrementAndGet();
        return new Hosts();
    }

    private HostEndedException lost() {
        return new HostEndedException("gone", new HostEnd.NodeLost(name, "no heartbeat"));
    }

    private final class Hosts implements PairHosts {

        private final RunNode node = new RunNode(
                name, MadeRecords.machine().host(name).cpuModel(kind).build());
        private boolean closed;

        @Override
        public Optional<RunNode> node(Side side) {
            return Optional.of(node);
        }

        @Override
        public List<String> warnings() {
            return List.of("Node " + name + ": is busy");
        }

        @Override
        public ForkReport fork(PairFork requested, Path folder) {
            String method = requested.paired().id().method();
            onFork.run();
            Optional<Fate> fate = Optional.ofNullable(fates.get(++forks));
            if (deadlyCase.filter(method::equals).isPresent()) {
                fate = Optional.of(Fate.HOST_ENDS);
            }
            fate.ifPresent(what -> {
                switch (what) {
                    case DIES -> dead = true;
                    case FREEZES -> asleep.set(2);
                    case HOST_ENDS -> throw new HostEndedException("ended with 1", new HostEnd.Exited(1));
                }
                throw lost();
            });
            measured.add(method + " " + requested.side().label() + " " + requested.number());
            ForkReport report = Fixtures.report(requested.number(), 100 + requested.number());
            ForkResult fork = report.fork().toBuilder().node(Optional.of(name)).build();
            return new ForkReport(fork, report.score(), report.secondary());
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
            }
        }
    }
}
