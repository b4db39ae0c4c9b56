// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.NodesWatch.Field;
import io.microbench.cli.NodesWatch.Lines;
import io.microbench.cluster.NodeRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodesWatchTest {

    private final List<String> lines = new ArrayList<>();

    private static NodeRow row(String name, Optional<String> job) {
        return new NodeRow(
                Instant.parse("2026-11-20T15:00:11.5Z"),
                name,
                2.5,
                job.isPresent() ? 0.5 : Double.NaN,
                3 << 20,
                12,
                job);
    }

    @Test
    void printsSelectedFieldsInOrder() {
        Lines table = new Lines(List.of(Field.NODE, Field.JOB, Field.LOAD), false, lines::add);
        table.accept(row("a", Optional.of("")));
        table.accept(row("b", Optional.of("codec.jar")));
        table.accept(row("c", Optional.empty()));

        assertThat(lines)
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly("Node Job Load", "a 0.50", "b codec.jar 0.50", "c no answer n/a");
    }

    @Test
    void writesCommaSeparatedValues() {
        Lines csv = new Lines(List.of(Field.values()), true, lines::add);
        csv.accept(row("a", Optional.of("")));

        assertThat(lines).containsExactly("2026-11-20T15:00:11Z,a,2.5,0.50,3.0,12,");
    }

    @Test
    void namesFieldsAsTheyAreTyped() {
        TestConsole console = new TestConsole();

        assertThat(console.run("nodes", "--watch", "--fields", "job,speed")).isEqualTo(ExitCode.USAGE);
        assertThat(console.errors())
                .anyMatch(line -> line.contains(
                        "\"speed\" is not a column; expected time, node, cpu, load, heap, threads, job."));
    }
}
