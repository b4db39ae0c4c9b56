// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.Calibration.Drift;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * Decides whether numbers measured on different nodes may be compared.
 *
 * <p>Two nodes are similar if they have the same processor model, number of processors, operating system, JDK and JVM, and if their times
 * for the fixed CPU task of the calibration differ by at most {@link #SPEED}. Unknown values are ignored. A run on one machine has no
 * nodes; it is treated as a single node if it is compared with a run that has nodes.
 */
public final class NodeSimilarity {

    /**
     * Maximum difference between the times of two nodes for the fixed CPU task, as a share of the shorter time. It equals the drift of a
     * single machine above which a warning is issued.
     */
    public static final double SPEED = Drift.WORTH_A_WARNING;

    /** Host names that do not identify a machine. */
    private static final Set<String> ANY_HOST = Set.of("", "localhost", Environment.UNKNOWN);

    private static final double MILLIS = 1e3;

    private NodeSimilarity() {}

    /** Returns the differences between two nodes that rule out a comparison of their numbers; empty if the nodes are similar. */
    public static Optional<String> difference(RunNode one, RunNode other) {
        Environment here = one.environment();
        Environment there = other.environment();
        StringJoiner found = new StringJoiner("; ");
        add(found, "CPU model", here.cpuModel(), there.cpuModel());
        add(found, "CPUs", cpus(here), cpus(there));
        add(found, "OS", here.os() + ", " + here.architecture(), there.os() + ", " + there.architecture());
        add(found, "JDK", here.jdk(), there.jdk());
        add(found, "VM", here.vm(), there.vm());
        if (found.length() == 0) {
            addSpeed(found, one, other);
        }
        return found.length() == 0
                ? Optional.empty()
                : Optional.of(one.name() + " and " + other.name() + " are not alike: " + found);
    }

    /** Returns why cases of one run cannot be compared; empty if they can, which is always true for a run on one machine. */
    public static Optional<String> obstacle(RunRecord run, Collection<CaseResult> cases) {
        return run.nodes().isEmpty()
                ? Optional.empty()
                : difference(cases.stream()
                        .flatMap(result -> nodes(run, result))
                        .distinct()
                        .toList());
    }

    /**
     * Returns why the nodes of two cases from different runs rule out a comparison of the cases; empty if they can be
     * compared.
     */
    public static Optional<String> obstacle(RunRecord run, CaseResult result, RunRecord other, CaseResult reference) {
        if (run.nodes().isEmpty() && other.nodes().isEmpty()) {
            return Optional.empty();
        }
        return difference(Stream.concat(
                        nodes(run, result).map(node -> named(node, run)),
                        nodes(other, reference).map(node -> named(node, other)))
                .distinct()
                .toList());
    }

    /** Returns the nodes whose forks contribute to the value of a case; for a run without nodes, its machine. */
    private static Stream<RunNode> nodes(RunRecord run, CaseResult result) {
        RunNode machine = new RunNode("", run.environment(), run.calibration(), Optional.empty());
        return result.forksWithValue().stream()
                .map(fork -> run.node(fork).orElse(machine))
                .distinct();
    }

    /** Distinguishes nodes of different runs that have the same name. */
    private static RunNode named(RunNode node, RunRecord run) {
        String name = node.name().isEmpty() ? "the machine of " + run.id() : node.name() + " of " + run.id();
        return new RunNode(name, node.environment(), node.calibration(), node.lost());
    }

    private static Optional<String> difference(List<RunNode> nodes) {
        List<RunNode> before = new ArrayList<>();
        for (RunNode node : nodes) {
            Optional<String> found = before.stream()
                    .flatMap(earlier -> difference(earlier, node).stream())
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
            before.add(node);
        }
        return Optional.empty();
    }

    private static void add(StringJoiner found, String what, String here, String there) {
        boolean known = !here.contains(Environment.UNKNOWN) && !there.contains(Environment.UNKNOWN);
        if (known && !here.equals(there)) {
            found.add(what + " " + here + " vs. " + there);
        }
    }

    private static String cpus(Environment environment) {
        return environment.logicalCpus()
                + environment.cpuLimit().map(limit -> " limited to " + limit).orElse("");
    }

    /** Adds a difference in speed, except between nodes on one host: there it is drift, for which there is a separate warning. */
    private static void addSpeed(StringJoiner found, RunNode one, RunNode other) {
        String host = one.environment().host();
        if (host.equals(other.environment().host()) && !ANY_HOST.contains(host)) {
            return;
        }
        OptionalDouble here = work(one);
        OptionalDouble there = work(other);
        if (here.isEmpty() || there.isEmpty()) {
            return;
        }
        double shorter = Math.min(here.getAsDouble(), there.getAsDouble());
        double longer = Math.max(here.getAsDouble(), there.getAsDouble());
        if (longer > shorter * (1 + SPEED)) {
            found.add("the fixed CPU task took " + Numbers.fixed(here.getAsDouble() * MILLIS, 3) + " ms vs. "
                    + Numbers.fixed(there.getAsDouble() * MILLIS, 3) + " ms");
        }
    }

    private static OptionalDouble work(RunNode node) {
        return node.calibration().map(Calibration::usualCpuSeconds).orElse(OptionalDouble.empty());
    }
}
