// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Environment;
import io.microbench.result.RunNode;
import io.microbench.stats.Percentiles;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The rows of the environment that describe the nodes of a run, in place of those of one machine. */
final class NodeRows {

    private static final double MILLIS = 1e3;

    private NodeRows() {}

    /** Returns a row for each node: host, processor, system, JDK, calibration, and what happened to it. */
    static Map<String, String> of(List<RunNode> nodes) {
        Map<String, String> rows = new LinkedHashMap<>();
        nodes.forEach(node -> rows.put("Node " + node.name(), describe(node)));
        return rows;
    }

    static String count(List<RunNode> nodes) {
        return Counted.of(nodes.size(), "node");
    }

    static String models(List<RunNode> nodes) {
        return nodes.stream()
                .map(node -> node.environment().cpuModel())
                .filter(model -> !model.equals(Environment.UNKNOWN))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String describe(RunNode node) {
        Environment environment = node.environment();
        List<String> parts = new ArrayList<>();
        if (!environment.cpuModel().equals(Environment.UNKNOWN) || node.lost().isEmpty()) {
            parts.add(environment.host());
            parts.add(environment.cpuModel());
            parts.add(Counted.of(environment.logicalCpus(), "CPU")
                    + environment
                            .cpuLimit()
                            .map(limit -> " limited to " + Numbers.scaled(limit))
                            .orElse(""));
            parts.add(environment.os() + " " + environment.architecture());
            parts.add("JDK " + environment.jdk());
        }
        node.calibration().flatMap(NodeRows::work).ifPresent(parts::add);
        node.lost().ifPresent(what -> parts.add("lost: " + what));
        return String.join(", ", parts);
    }

    private static Optional<String> work(Calibration calibration) {
        return calibration.rounds().isEmpty()
                ? Optional.empty()
                : Optional.of("processor work in " + median(calibration, CalibrationRound::cpuSeconds)
                        + " ms, memory work in " + median(calibration, CalibrationRound::memorySeconds) + " ms");
    }

    private static String median(Calibration calibration, ToDoubleFunction<CalibrationRound> part) {
        double[] seconds = calibration.rounds().stream().mapToDouble(part).toArray();
        return Numbers.fixed(Percentiles.of(seconds).at(50) * MILLIS, 3);
    }
}
