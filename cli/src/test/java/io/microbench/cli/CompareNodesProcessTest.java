// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.CommandProcess.Outcome;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares two builds on nodes, one of which is killed. */
@Tag("processes")
@Timeout(900)
class CompareNodesProcessTest {

    @TempDir
    private Path folder;

    private NodeCommands commands;

    @BeforeEach
    void writeSecret() throws IOException {
        commands = NodeCommands.in(folder);
    }

    @Test
    void movesCasesOfAKilledNode() throws Exception {
        try (CommandProcess a = commands.start("node", "--name", "a", "--port", "0")) {
            String address = NodeCommands.address(a);
            try (CommandProcess b = commands.start("node", "--name", "b", "--join", address)) {
                NodeCommands.address(b);
                try (CommandProcess compare = commands.start(
                        "compare",
                        CommandProcess.fixtures(),
                        CommandProcess.fixtures(),
                        "--cases",
                        "PartsFixture",
                        "--nodes",
                        "a,b",
                        "-Dmicrobench.join=" + address,
                        "--fork-range",
                        "3..3",
                        "--budget",
                        "1h",
                        "-Djmh.ignoreLock=true",
                        "-Dmicrobench.output=" + folder,
                        "-DwarmupIterations=1",
                        "-Dmicrobench.warmupTime=20ms",
                        "-DmeasureIterations=2",
                        "-Dmicrobench.measurementTime=100ms")) {
                    List<ProcessHandle> hosts = awaitPairOn("b", b, compare);
                    b.process().destroyForcibly();

                    Outcome outcome = compare.await();

                    // Three short forks of one build may differ by chance.
                    assertThat(outcome.status()).as(outcome.toString()).isIn(0, 2);
                    assertThat(outcome.err())
                            .contains("WARNING: Node b is lost (")
                            .contains(". Other nodes take over its cases.");
                    CommandProcess.awaitEnd(hosts);
                }
            }
        }
        for (String side : List.of("old", "new")) {
            RunRecord run = RunReader.readSound(comparison().resolve(side));
            assertThat(run.nodes().orElseThrow()).extracting(RunNode::name).containsExactlyInAnyOrder("a", "b");
            assertThat(run.cases()).hasSize(3).allSatisfy(result -> assertThat(result.forksWithValue())
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(fork -> assertThat(fork.node()).get().isIn("a", "b")));
        }
    }

    private static List<ProcessHandle> awaitPairOn(String name, CommandProcess node, CommandProcess compare)
            throws Exception {
        while (!compare.errors().contains("pair 1 on " + name)) {
            if (!compare.process().isAlive()) {
                throw new AssertionError("it ended: " + compare.await());
            }
            Thread.sleep(20);
        }
        return node.process().descendants().toList();
    }

    private Path comparison() throws IOException {
        try (Stream<Path> made = Files.list(folder)) {
            return made.filter(path -> path.getFileName().toString().startsWith("compare-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
