// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NodeSimilarityTest {

    private static RunNode node(String name, UnaryOperator<Environment.Builder> change) {
        return new RunNode(
                name,
                change.apply(MadeRecords.machine().host("host of " + name)).build());
    }

    private static RunNode node(String name) {
        return node(name, machine -> machine);
    }

    private static RunNode working(RunNode node, double... seconds) {
        List<CalibrationRound> rounds = Arrays.stream(seconds)
                .mapToObj(time -> new CalibrationRound(MadeRecords.START, time, 1))
                .toList();
        return node.withCalibration(new Calibration(new ClockCheck(20, 22), Optional.empty(), rounds));
    }

    private static CaseResult measuredOn(String... nodes) {
        CaseResult planned = Runs.planned("m");
        ForkResult[] forks = Stream.of(nodes)
                .map(name -> Runs.fork(1).toBuilder().node(Optional.of(name)).build())
                .toArray(ForkResult[]::new);
        return Runs.done(planned, forks);
    }

    private static RunRecord run(String id, RunNode... nodes) {
        RunRecord run = MadeRecords.run(id, MadeRecords.machine().build());
        for (RunNode node : nodes) {
            run = run.with(node);
        }
        return run;
    }

    static Stream<Arguments> decisive() {
        return Stream.of(
                change("CPU model AMD EPYC 7763 64-Core Processor vs. other", machine -> machine.cpuModel("other")),
                change("CPUs 8 vs. 4", machine -> machine.logicalCpus(4)),
                change("CPUs 8 vs. 8 limited to 2.0", machine -> machine.cpuLimit(Optional.of(2.0))),
                change("OS Linux 6.1, amd64 vs. Linux 6.2, amd64", machine -> machine.os("Linux 6.2")),
                change("OS Linux 6.1, amd64 vs. Linux 6.1, aarch64", machine -> machine.architecture("aarch64")),
                change("JDK Eclipse Adoptium 21.0.5+11-LTS vs. 17", machine -> machine.jdk("17")),
                change("VM OpenJDK 64-Bit Server VM 21.0.5+11-LTS vs. J9", machine -> machine.vm("J9")));
    }

    private static Arguments change(String words, UnaryOperator<Environment.Builder> change) {
        return Arguments.of(words, change);
    }

    @ParameterizedTest
    @MethodSource("decisive")
    void detectsDifferentMachineOrJvm(String words, UnaryOperator<Environment.Builder> change) {
        assertThat(NodeSimilarity.difference(node("a"), node("b", change))).contains("a and b are not alike: " + words);
    }

    @Test
    void ignoresHostMemoryAndLoad() {
        assertThat(NodeSimilarity.difference(node("a"), node("b", machine -> machine.memoryBytes(1)
                        .loadAverage(7)
                        .governor("N/A"))))
                .isEmpty();
    }

    @Test
    void treatsUnknownValuesAsAlike() {
        assertThat(NodeSimilarity.difference(node("a"), node("b", machine -> machine.cpuModel("N/A"))))
                .isEmpty();
        assertThat(NodeSimilarity.difference(working(node("a"), 0.001), node("b")))
                .isEmpty();
    }

    @Test
    void detectsNodeThatIsSlowerThanDriftExplains() {
        RunNode fast = working(node("a"), 0.009, 0.001, 0.001);

        assertThat(NodeSimilarity.difference(fast, working(node("b"), 0.00109))).isEmpty();
        assertThat(NodeSimilarity.difference(fast, working(node("b"), 0.00112)))
                .contains("a and b are not alike: the fixed CPU task took 1.000 ms vs. 1.120 ms");
        assertThat(NodeSimilarity.difference(working(node("b"), 0.00112), fast)).isPresent();
    }

    @Test
    void treatsJvmsOnOneHostAsEquallyFast() {
        RunNode one = working(node("a", machine -> machine.host("h")), 0.001);
        RunNode other = working(node("b", machine -> machine.host("h")), 0.002);
        assertThat(NodeSimilarity.difference(one, other)).isEmpty();

        RunNode local = working(node("a", machine -> machine.host("localhost")), 0.001);
        assertThat(NodeSimilarity.difference(local, working(node("b", machine -> machine.host("localhost")), 0.002)))
                .isPresent();
    }

    @Test
    void rejectsCasesOfDifferentNodes() {
        RunRecord run = run("r", node("a"), node("b"), node("c", machine -> machine.logicalCpus(4)));

        assertThat(NodeSimilarity.obstacle(run, List.of(measuredOn("a"), measuredOn("b", "a"))))
                .isEmpty();
        assertThat(NodeSimilarity.obstacle(run, List.of(measuredOn("a"), measuredOn("b"), measuredOn("c"))))
                .contains("a and c are not alike: CPUs 8 vs. 4");
        assertThat(NodeSimilarity.obstacle(run, List.of(measuredOn("b", "c"))))
                .as("a case whose forks ran on different nodes")
                .contains("b and c are not alike: CPUs 8 vs. 4");
    }

    @Test
    void ignoresForksThatDoNotCount() {
        RunRecord run = run("r", node("a"), node("c", machine -> machine.logicalCpus(4)));
        Failure lost = new Failure(Failure.Kind.NODE_LOST, "lost", "", List.of(), List.of());
        CaseResult moved = measuredOn("c", "a");
        List<ForkResult> forks = List.of(
                moved.forks().get(0).toBuilder().failure(Optional.of(lost)).build(),
                moved.forks().get(1));

        assertThat(NodeSimilarity.obstacle(run, List.of(moved.withForks(forks), measuredOn("a"))))
                .isEmpty();
    }

    @Test
    void acceptsRunOnOneMachine() {
        RunRecord run = run("r");
        CaseResult here = Runs.done(Runs.planned("m"), Runs.fork(1));

        assertThat(NodeSimilarity.obstacle(run, List.of(here, here))).isEmpty();
        assertThat(NodeSimilarity.obstacle(run, here, run("s"), here)).isEmpty();
    }

    @Test
    void comparesRunsWithSimilarNodes() {
        RunRecord one = run("r", node("a"));
        RunRecord other = run("s", node("a", machine -> machine.logicalCpus(2)), node("b"));
        CaseResult here = Runs.done(Runs.planned("m"), Runs.fork(1));

        assertThat(NodeSimilarity.obstacle(one, measuredOn("a"), other, measuredOn("b")))
                .isEmpty();
        assertThat(NodeSimilarity.obstacle(one, measuredOn("a"), other, measuredOn("a")))
                .contains("a of r and a of s are not alike: CPUs 8 vs. 2");
        assertThat(NodeSimilarity.obstacle(run("t"), here, other, measuredOn("a")))
                .contains("the machine of t and a of s are not alike: CPUs 8 vs. 2");
    }
}
