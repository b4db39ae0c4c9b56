// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.compare.LocalMachine.SideHosts;
import io.microbench.compare.PairRun.PairMachines;
import io.microbench.compare.PairRun.PairMachines.PairHosts;
import io.microbench.compare.PairSchedule.PairFork;
import io.microbench.forks.ForkReport;
import io.microbench.forks.RunLock;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostCases;
import io.microbench.remote.NodeNetwork;
import io.microbench.remote.NodeNetwork.StoppableNetwork;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.CaseId;
import io.microbench.result.RunNode;
import io.microbench.run.NodeScheduler.NodeSession;
import io.microbench.run.RemoteNodeHost;
import io.microbench.settings.NodeSelection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Nodes of a network, which start a host for each of two builds. */
record ReachedNodes(
        Builds builds,
        ComparisonSettings settings,
        List<String> names,
        StoppableNetwork network,
        SideHosts listed,
        Consumer<String> output)
        implements PairMachines {

    /** Joins the network, and lists the cases with a host of each side on this machine; these hosts measure nothing. */
    static ReachedNodes open(
            Builds builds,
            ComparisonSettings settings,
            NodeSelection selection,
            NodeNetwork network,
            Consumer<String> output) {
        NodeNetwork.Joined joined = network.join(selection.names(), selection.network());
        try (SideHosts here = SideHosts.start(builds, settings, output)) {
            return new ReachedNodes(builds, settings, selection.names(), new StoppableNetwork(joined), here, output);
        } catch (RuntimeException e) {
            joined.close();
            throw e;
        }
    }

    @Override
    public HostCases known(Side side) {
        return listed.known(side);
    }

    @Override
    public List<Place> places(List<PairedCase> cases) {
        List<CaseId> ids = cases.stream().map(PairedCase::id).toList();
        return names.stream().map(name -> new Place(name, ids)).toList();
    }

    @Override
    public void stop() {
        network.stop();
    }

    @Override
    public void close() {
        network.close();
    }

    private final class Place implements NodeSession<PairHosts> {

        private final String name;
        private final List<CaseId> ids;

        Place(String name, List<CaseId> ids) {
            this.name = name;
            this.ids = ids;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean isThere() {
            return network.isThere(name);
        }

        @Override
        public PairHosts start() {
            RemoteNodeHost baseline = start(Side.BASELINE);
            try {
                return new Hosts(name, baseline, start(Side.CANDIDATE));
            } catch (RuntimeException e) {
                baseline.close();
                throw e;
            }
        }

        private RemoteNodeHost start(Side side) {
            Build build = builds.of(side);
            Launch launch = new Launch(
                    "the " + side.label() + " on node " + name,
                    build.classPath(),
                    build.directory(),
                    NodeSelection.onNode(build.settings(settings.properties())));
            Optional<Duration> lockWait = settings.ignoresLock() ? Optional.empty() : Optional.of(RunLock.WAIT);
            RemoteNodeHost host = new RemoteNodeHost(
                    name,
                    taker -> network.start(name, launch, taker),
                    ComparisonSettings.SHORT_FORKS,
                    ids,
                    lockWait,
                    Optional.empty(),
                    fixture -> {});
            host.printTo(output);
            return host;
        }
    }

    /** The hosts of both sides on a node, each of which calibrates it. */
    private record Hosts(String name, RemoteNodeHost baseline, RemoteNodeHost candidate) implements PairHosts {

        private RemoteNodeHost of(Side side) {
            return side == Side.BASELINE ? baseline : candidate;
        }

        @Override
        public Optional<RunNode> node(Side side) {
            // Both sides have the same calibration because they run on the same machine.
            List<Calibration> all = Stream.of(baseline, candidate)
                    .flatMap(host -> host.node().flatMap(RunNode::calibration).stream())
                    .toList();
            List<CalibrationRound> rounds = all.stream()
                    .flatMap(calibration -> calibration.rounds().stream())
                    .sorted(Comparator.comparing(CalibrationRound::time))
                    .toList();
            return of(side).node()
                    .map(node -> all.isEmpty()
                            ? node
                            : node.withCalibration(all.get(0).withRounds(rounds)));
        }

        @Override
        public List<String> warnings() {
            Set<String> warnings = new LinkedHashSet<>(baseline.warnings());
            warnings.addAll(candidate.warnings());
            return warnings.stream()
                    .map(warning -> "Node " + name + ": " + warning)
                    .toList();
        }

        @Override
        public ForkReport fork(PairFork fork, Path folder) {
            return of(fork.side()).fork(fork.paired().id(), fork.plan(), fork.number(), false);
        }

        @Override
        public void close() {
            baseline.close();
            candidate.close();
        }
    }
}
