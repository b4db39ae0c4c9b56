// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.forks.RunLock;
import io.microbench.remote.ForkServerClient.Launch;
import io.microbench.remote.HostCases;
import io.microbench.remote.NodeNetwork;
import io.microbench.remote.StoppableNetwork;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.CaseId;
import io.microbench.result.RunNode;
import io.microbench.run.NodePlace;
import io.microbench.run.RemoteNodeHost;
import io.microbench.settings.AskedNodes;
import io.microbench.text.PreflightException;
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
final class ReachedNodes implements PairPlaces {

    private final Builds builds;
    private final ComparisonSettings settings;
    private final List<String> names;
    private final StoppableNetwork network;
    private final SideHosts listed;
    private final Consumer<String> output;

    private ReachedNodes(
            Builds builds,
            ComparisonSettings settings,
            AskedNodes asked,
            NodeNetwork.Joined network,
            SideHosts listed,
            Consumer<String> output) {
        this.builds = builds;
        this.settings = settings;
        this.names = asked.names();
        this.network = new StoppableNetwork(network);
        this.listed = listed;
        this.output = output;
    }

    /**
     * Joins the network, and lists the cases by a host of each side on this machine, which measures nothing.
     *
     * @param output takes what JMH and the forks print
     * @throws PreflightException if the network cannot be joined, or a side has nothing to measure
     */
    static ReachedNodes open(
            Builds builds,
            ComparisonSettings settings,
            AskedNodes asked,
            NodeNetwork network,
            Consumer<String> output) {
        NodeNetwork.Joined joined = network.join(asked.names(), asked.network());
        try (SideHosts here = SideHosts.start(builds, settings.properties(), output)) {
            return new ReachedNodes(builds, settings, asked, joined, here, output);
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

    /** A node of the network. */
    private final class Place implements NodePlace<PairHosts> {

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
                    AskedNodes.onNode(build.settings(settings.properties())));
            Optional<Duration> lockWait = settings.ignoresLock() ? Optional.empty() : Optional.of(RunLock.WAIT);
            RemoteNodeHost host = RemoteNodeHost.start(
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
            Optional<Calibration> all = calibrations().findFirst().map(first -> first.withRounds(rounds()));
            return of(side).node().map(node -> all.map(node::withCalibration).orElse(node));
        }

        /** Returns the calibrations of both sides, because the machine is the same. */
        private List<CalibrationRound> rounds() {
            return calibrations()
                    .flatMap(calibration -> calibration.rounds().stream())
                    .sorted(Comparator.comparing(CalibrationRound::time))
                    .toList();
        }

        private Stream<Calibration> calibrations() {
            return Stream.of(baseline, candidate).flatMap(host -> host.node().flatMap(RunNode::calibration).stream());
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
        public ForkReport fork(Side side, PairedCase paired, int number, Path folder) {
            return of(side).fork(paired.id(), paired.plan(side), number);
        }

        @Override
        public void close() {
            baseline.close();
            candidate.close();
        }
    }
}
