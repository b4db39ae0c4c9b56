// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cluster.Cluster.NodeSample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NodeRowTest {

    private static Optional<NodeSample> sample(double seconds, double cpuSeconds) {
        return Optional.of(new NodeSample(seconds, cpuSeconds, -1, 3 << 20, 12, ""));
    }

    @Test
    @Tag("processes")
    void passesARowOfEachNodeToTheHandlerUntilTheEnd() throws InterruptedException {
        List<NodeRow> rows = new ArrayList<>();
        Set<String> measured = new HashSet<>();
        CountDownLatch end = new CountDownLatch(1);
        try (Nodes nodes = Nodes.start(2)) {
            Map<String, String> settings = Map.of(
                    NodeSettings.JOIN,
                    nodes.parent().self().address(),
                    NodeSettings.PREFIX + "keyFile",
                    nodes.keyFile().toString());
            NodeRow.watch(
                    settings,
                    row -> {
                        rows.add(row);
                        // On a busy machine, a node may not answer in time; then its next rows have no values.
                        if (row.cpuPercent() >= 0) {
                            measured.add(row.node());
                        }
                        if (measured.size() == 3) {
                            end.countDown();
                        }
                    },
                    end);
        }

        assertThat(measured).containsExactlyInAnyOrder("parent", "child-1", "child-2");
        for (int from = 0; from < rows.size(); from += 3) {
            assertThat(rows.subList(from, from + 3))
                    .extracting(NodeRow::node)
                    .containsExactlyInAnyOrderElementsOf(measured);
        }
        assertThat(rows.subList(0, 3)).extracting(NodeRow::cpuPercent).containsOnly(Double.NaN);
        assertThat(rows).filteredOn(row -> row.job().isPresent()).allSatisfy(row -> {
            assertThat(row.job()).contains("");
            assertThat(row.heapBytes()).isPositive();
            assertThat(row.threads()).isPositive();
        });
    }

    @Test
    void countsProcessorTimeSinceThePreviousRow() {
        assertThat(NodeRow.of("a", sample(1, 4), sample(3, 5)).cpuPercent()).isEqualTo(50);
        assertThat(NodeRow.of("a", Optional.empty(), sample(3, 5)).cpuPercent()).isNaN();
        NodeRow silent = NodeRow.of("a", sample(1, 4), Optional.empty());
        assertThat(silent.job()).isEmpty();
        assertThat(silent.threads()).isNaN();
    }
}
