// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cluster.CalibrationService;
import io.microbench.cluster.Cluster;
import io.microbench.cluster.ClusterException;
import io.microbench.cluster.Member;
import io.microbench.cluster.NodeDescription;
import io.microbench.cluster.NodeSettings;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Environment;
import io.microbench.text.Numbers;
import io.microbench.text.PreflightException;
import io.microbench.text.TextTable;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the nodes of a cluster. */
@Command(
        name = "nodes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lists the nodes of a cluster with what they run on.",
            "",
            "CPU work and memory work are the times of the fixed work that a run measures between its forks, taken now;",
            "busy on a machine on which a run measures."
        },
        footerHeading = "%nExample:%n",
        footer = "  microbench nodes --join 10.0.0.7:7800")
final class NodesCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final double MILLIS = 1e3;

    private final Console console;

    @Mixin
    private final ClusterOptions options = new ClusterOptions();

    NodesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        TextTable table = new TextTable(console.style())
                .left("Node")
                .left("Address")
                .left("CPU")
                .right("Cores")
                .left("JDK")
                .right("Load")
                .right("CPU work")
                .right("Memory work");
        int silent = 0;
        try (Cluster cluster = Cluster.join(NodeSettings.of(options.settings()).guest())) {
            for (Member member : NodeSettings.nodes(cluster)) {
                silent += add(table, cluster, member) ? 0 : 1;
            }
        }
        console.out().print(table.render());
        return silent == 0 ? ExitCode.FINE : ExitCode.FAILED;
    }

    private boolean add(TextTable table, Cluster cluster, Member member) {
        try {
            NodeDescription known = cluster.describe(member, PATIENCE);
            Environment there = known.environment();
            Optional<CalibrationRound> speed = CalibrationService.ask(cluster, member);
            table.row(List.of(
                    member.name(),
                    member.address(),
                    there.cpuModel(),
                    Integer.toString(there.logicalCpus()),
                    there.jdk(),
                    String.format(Locale.ROOT, "%.2f", there.loadAverage()),
                    time(speed, CalibrationRound::cpuSeconds),
                    time(speed, CalibrationRound::memorySeconds)));
            return true;
        } catch (ClusterException | PreflightException e) {
            console.err().println("microbench: " + e.getMessage());
            return false;
        }
    }

    private static String time(Optional<CalibrationRound> speed, ToDoubleFunction<CalibrationRound> part) {
        return speed.map(round -> Numbers.fixed(part.applyAsDouble(round) * MILLIS, 3) + " ms")
                .orElse("busy");
    }
}
