// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.judge.Runs.Facts;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that only differences that a comparison of two runs refuses start a new segment of a history. */
class SegmentsAgreeTest {

    private static final CaseResult USUAL = done("m", STEADY);

    private static Arguments machine(String what, boolean refused, UnaryOperator<Environment.Builder> change) {
        return Arguments.of(
                what,
                refused,
                MadeRecords.run("new", change.apply(MadeRecords.machine()).build(), USUAL));
    }

    private static Arguments plan(String what, UnaryOperator<CasePlan.Builder> change) {
        CasePlan plan = change.apply(USUAL.plan().toBuilder()).build();
        return Arguments.of(what, true, of(Runs.result(USUAL.id(), plan, "ns/op", USUAL.forks())));
    }

    private static Arguments forks(String what, UnaryOperator<ForkResult.Builder> change) {
        return Arguments.of(
                what,
                true,
                of(USUAL.withForks(USUAL.forks().stream()
                        .map(fork -> change.apply(fork.toBuilder()).build())
                        .toList())));
    }

    private static RunRecord of(CaseResult result) {
        return MadeRecords.run("new", MadeRecords.machine().build(), result);
    }

    static Stream<Arguments> changes() {
        List<String> arguments = List.of("-Xmx2g");
        return Stream.of(
                machine("CPU model", true, m -> m.cpuModel("EPYC 9V74")),
                machine("operating system", true, m -> m.os("Windows 11 10.0")),
                machine("architecture", true, m -> m.architecture("aarch64")),
                machine("number of processors", true, m -> m.logicalCpus(4)),
                machine("limit of processors", true, m -> m.cpuLimit(Optional.of(2.0))),
                machine("update of the operating system", false, m -> m.os("Linux 6.2")),
                machine("JMH", false, m -> m.jmh("1.36")),
                machine("host", false, m -> m.host("build-8")),
                machine("unknown architecture", false, m -> m.architecture("N/A")),
                plan("operations per call", p -> p.operationsPerInvocation(10)),
                plan("batch", p -> p.measurement(new IterationPlan(3, Duration.ofSeconds(1), 10))),
                forks("JDK", f -> f.vm("OpenJDK 64-Bit Server VM 21.0.6+7")),
                forks("blackhole mode", f -> f.blackholeMode("full")),
                forks("assertions", f -> f.echo(Map.of("jvm.assertions", "on", "jvm.gc", "G1"))),
                forks("garbage collector", f -> f.echo(Map.of("jvm.assertions", "off", "jvm.gc", "Copy"))),
                Arguments.of(
                        "JVM arguments",
                        true,
                        of(Runs.result(
                                USUAL.id(),
                                USUAL.plan().toBuilder().jvmArgs(arguments).build(),
                                "ns/op",
                                done(
                                                "m",
                                                "avgt",
                                                "ns/op",
                                                new Facts(Facts.USUAL.vm(), arguments, "compiler", "off"),
                                                STEADY)
                                        .forks()))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void startsSegmentExactlyIfComparisonIsRejected(String what, boolean refused, RunRecord changed) {
        RunRecord usual = MadeRecords.run("old", MadeRecords.machine().build(), USUAL);
        RunComparison comparison = Judge.compare("old", usual, "new", changed, JudgeSettings.DEFAULTS);
        List<RunSummary> runs =
                List.of(RunSummary.of(usual, Optional.empty()), RunSummary.of(changed, Optional.empty()));

        assertThat(comparison.refusal().isPresent()).isEqualTo(refused);
        assertThat(HistoryAnalysis.DEFAULTS.cases(runs))
                .singleElement()
                .satisfies(history -> assertThat(history.segments()).hasSize(refused ? 2 : 1));
    }
}
