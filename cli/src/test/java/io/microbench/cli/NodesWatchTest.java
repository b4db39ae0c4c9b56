// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.NodesWatch.Field;
import io.microbench.cli.NodesWatch.Lines;
import io.microbench.cli.NodesWatch.NodeRow;
import io.microbench.cluster.Cluster.NodeSample;
import io.microbench.cluster.Member;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodesWatchTest {

    private final List<String> lines = new ArrayList<>();

    private static NodeSample sample(double seconds, double cpuSeconds, String job) {
        return new NodeSample(seconds, cpuSeconds, 0.5, 3 << 20, 12, job);
    }

    private static NodeRow row(String name, Optional<NodeSample> sample) {
        return new NodeRow(Instant.parse("2026-11-20T15:00:11.5Z"), new Member(name, "127.0.0.1:1", "1"), sample, 2.5);
    }

    @Test
    void printsSelectedFieldsInOrder() {
        Lines table = new Lines(List.of(Field.NODE, Field.JOB, Field.LOAD), false, lines::add);
        table.accept(row("a", Optional.of(sample(1, 1, ""))));
        table.accept(row("b", Optional.of(sample(1, 1, "codec.jar"))));
        table.accept(row("c", Optional.empty()));

        assertThat(lines)
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly("Node Job Load", "a 0.50", "b codec.jar 0.50", "c no answer n/a");
    }

    @Test
    void writesCommaSeparatedValues() {
        Lines csv = new Lines(List.of(Field.values()), true, lines::add);
        csv.accept(row("a", Optional.of(sample(1, 1, ""))));

        assertThat(lines).containsExactly("2026-11-20T15:00:11Z,a,2.5,0.50,3.0,12,");
    }

    @Test
    void countsProcessorTimeSinceThePreviousSample() {
        assertThat(NodesWatch.cpuPercent(Optional.of(sample(1, 4, "")), Optional.of(sample(3, 5, ""))))
                .isEqualTo(50);
        assertThat(NodesWatch.cpuPercent(Optional.empty(), Optional.of(sample(3, 5, ""))))
                .isNaN();
    }
}
