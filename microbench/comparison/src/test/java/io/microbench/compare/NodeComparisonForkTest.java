// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.compare.PairRun.PairMachines;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.run.Eventually;
import io.microbench.run.LocalNetwork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two nodes with real hosts and real forks, each with a few milliseconds of measurement; one node is killed in a
 * fork.
 */
@Timeout(600)
class NodeComparisonForkTest {

    @TempDir
    Path folder;

    private Map<String, String> settings() {
        return new TreeMap<>(Map.of(
                "microbench.nodes", "a,b",
                "microbench.cases", "TwinFixture",
                "microbench.output", folder.resolve("out").toString(),
                "warmupIterations", "1",
                "measureIterations", "2",
                "microbench.warmupTime", "10ms",
                "microbench.measurementTime", "10ms"));
    }

    @Tag("processes")
    @Test
    void movesCaseOfKilledNode() throws Exception {
        Path classes = Path.of(TwinFixture.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Builds builds = new Builds(
                Build.ofClassPath(classes.toString(), folder), Build.ofClassPath(classes.toString(), folder));
        ComparisonSettings settings =
                ComparisonSettings.resolve(settings(), new Limits(Duration.ofMinutes(30), 3, 3, 0.05, 0.01));
        LocalNetwork network =
                new LocalNetwork(folder, (node, line) -> node.equals("b") && line.startsWith("# Warmup Iteration"));
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        PairMachines places =
                ReachedNodes.open(builds, settings, settings.nodes().orElseThrow(), network, line -> {});
        Path record;
        try (InterleavedComparison comparison =
                InterleavedComparison.open(builds, settings, List.of(), places, lines::add)) {
            InterleavedComparison.Result result = comparison.run();
            record = comparison.folder();

            assertThat(result.failures()).isEmpty();
            assertThat(result.comparison().verdicts()).hasSize(2).allSatisfy(verdict -> {
                assertThat(verdict.baselineForks()).isEqualTo(3);
                assertThat(verdict.node()).contains("a");
            });
            assertThat(ComparisonFolder.read(record)).isEqualTo(result.comparison());
        }
        assertThat(lines).anySatisfy(line -> assertThat(line)
                .startsWith("WARNING: Node b is lost (killed); with it fork 1 of the ")
                .endsWith(". Other nodes take over its cases."));
        RunRecord baseline = RunReader.readSound(record.resolve("old"));
        RunRecord candidate = RunReader.readSound(record.resolve("new"));
        for (RunRecord run : List.of(baseline, candidate)) {
            assertThat(run.nodes().orElseThrow()).extracting(RunNode::name).containsExactlyInAnyOrder("a", "b");
            assertThat(run.nodes().orElseThrow()).allSatisfy(node -> {
                assertThat(node.calibration().orElseThrow().rounds()).hasSizeGreaterThanOrEqualTo(2);
                assertThat(node.lost().isPresent()).isEqualTo(node.name().equals("b"));
            });
            assertThat(run.cases()).allSatisfy(result -> {
                assertThat(result.status()).isEqualTo(CaseResult.Status.DONE);
                assertThat(result.score()).isPresent();
                assertThat(result.forksWithValue())
                        .extracting(fork -> fork.node().orElse(""))
                        .containsExactly("a", "a", "a");
            });
        }
        assertThat(List.of(baseline, candidate).stream()
                        .flatMap(run -> run.cases().stream())
                        .flatMap(result -> result.forks().stream())
                        .filter(fork -> fork.failure().isPresent()))
                .singleElement()
                .satisfies(fork -> {
                    assertThat(fork.node()).contains("b");
                    assertThat(fork.failure().orElseThrow().kind()).isEqualTo(Failure.Kind.NODE_LOST);
                })
                .extracting(ForkResult::number)
                .isEqualTo(1);
        Eventually.within(60, "hosts are gone", network::isQuiet);
    }
}
