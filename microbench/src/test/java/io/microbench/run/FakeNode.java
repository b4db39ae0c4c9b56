// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.forks.ForkReport;
import io.microbench.plan.PlannedCase;
import io.microbench.remote.HostEndedException;
import io.microbench.remote.HostLines.HostEnd;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.text.PreflightException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node without a JVM, whose forks take time only on its own clock, and which fails as a test requires. */
final class FakeNode implements NodeSession<CaseHost> {

    /** An event at a node during one of its forks. */
    enum Fate {
        /** It is killed and does not return. */
        DIES,
        /** It does not respond for some time, then returns. */
        FREEZES,
        /** Its host ends, but the node stays. */
        HOST_ENDS,
        /** It is shut down normally. */
        IS_STOPPED,
        /** The user stops the run. */
        USER_STOPS
    }

    private final String name;
    private final String kind;
    private final double slowness;
    private final Map<Integer, Fate> fates;
    private Optional<String> refusal = Optional.empty();
    private boolean there = true;
    private boolean named = true;
    Duration clock = Duration.ZERO;
    int forks;
    Optional<Fate> last = Optional.empty();
    final List<String> measured = new ArrayList<>();
    int hostsOpen;
    int rested;

    /**
     * Creates a node.
     *
     * @param kind the model of its processor; nodes of one kind are alike
     * @param slowness the ratio of the actual to the planned time of its forks
     * @param fates what happens to it, by the number of the fork, from 1
     */
    FakeNode(String name, String kind, double slowness, Map<Integer, Fate> fates) {
        this.name = name;
        this.kind = kind;
        this.slowness = slowness;
        this.fates = fates;
    }

    /** Makes it refuse to start a host. */
    FakeNode refusing(String why) {
        refusal = Optional.of(why);
        return this;
    }

    /** Makes its forks name no node, like those of this machine. */
    FakeNode withoutName() {
        named = false;
        return this;
    }

    /** Freezes it from the beginning. */
    FakeNode away() {
        there = false;
        last = Optional.of(Fate.FREEZES);
        return refusing("it is no longer a member");
    }

    String kind() {
        return kind;
    }

    /** Revives a frozen node. */
    void thaw() {
        there = true;
        refusal = Optional.empty();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isThere() {
        return there;
    }

    @Override
    public CaseHost start() {
        refusal.ifPresent(why -> {
            throw new PreflightException(why);
        });
        hostsOpen++;
        RunNode node = new RunNode(
                name, MadeRecords.machine().host(name).cpuModel(kind).build());
        return new Host(node);
    }

    private final class Host implements CaseHost {

        private final RunNode node;
        private PrintStream output = System.out;
        private boolean open = true;

        Host(RunNode node) {
            this.node = node;
        }

        @Override
        public Optional<RunNode> node() {
            return Optional.of(node).filter(its -> named);
        }

        @Override
        public List<String> warnings() {
            return List.of();
        }

        @Override
        public ForkReport fork(PlannedCase planned, ForkRequest requested) {
            int number = requested.number();
            forks++;
            long nanos = planned.cost().dividedBy(planned.forks()).toNanos();
            clock = clock.plusNanos(Math.round(nanos * slowness));
            last = Optional.ofNullable(fates.get(forks));
            if (last.filter(fate -> fate == Fate.IS_STOPPED).isPresent()) {
                refusal = Optional.of("it is no longer a member");
                throw HostEndedException.stopped("node " + name);
            }
            if (last.filter(fate -> fate == Fate.USER_STOPS).isPresent()) {
                return stopped(number);
            }
            last.ifPresent(fate -> {
                there = fate == Fate.HOST_ENDS;
                HostEnd end = there ? new HostEnd.Exited(137) : new HostEnd.NodeLost(name, "no heartbeat");
                throw new HostEndedException("node " + name + " " + end.how(), end);
            });
            String id = planned.id().text() + (requested.discarded() ? " thrown away" : " " + number);
            output.println("forked " + id);
            measured.add(id);
            return report(number);
        }

        /** Returns the report of a killed fork, with the score of the forks before it. */
        private ForkReport stopped(int number) {
            ForkResult fork = ForkResult.builder(number)
                    .failure(Optional.of(Failure.of(Failure.Kind.STOPPED, "The run was stopped.")))
                    .build();
            Optional<Metric> before = Optional.of(new Metric(number - 1, Double.NaN, "ops/ms"));
            return new ForkReport(fork, before.filter(score -> score.score() > 0), Map.of());
        }

        private ForkReport report(int number) {
            IterationResult iteration = new IterationResult(
                    Phase.MEASUREMENT, 1, Instant.EPOCH, number, 1, Map.of(), Map.of(), Optional.empty());
            ForkResult fork = ForkResult.builder(number)
                    .node(node().map(RunNode::name))
                    .iterations(List.of(iteration))
                    .secondary(Map.of("gc.count", new Metric(2, Double.NaN, "counts")))
                    .build();
            return new ForkReport(fork, Optional.of(new Metric(number, Double.NaN, "ops/ms")), fork.secondary());
        }

        @Override
        public void rest() {
            rested++;
        }

        @Override
        public void printTo(PrintStream taker) {
            output = taker;
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                hostsOpen--;
            }
        }
    }
}
