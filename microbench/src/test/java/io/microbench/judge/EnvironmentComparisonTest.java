// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.TEN;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.environment;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.judge.Runs.Facts;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EnvironmentComparisonTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;
    private static final Facts USUAL = Facts.USUAL;
    private static final double[] SLOW = times(1.05, STEADY);

    private static RunComparison compare(RunRecord baseline, RunRecord candidate, JudgeSettings settings) {
        return Judge.compare("old", baseline, "new", candidate, settings);
    }

    private static CaseResult with(String method, Facts facts, double... values) {
        return done(method, "avgt", "ns/op", facts, values);
    }

    @Test
    void reportsNothingForEqualEnvironments() {
        RunComparison comparison = compare(run("old", done("m", STEADY)), run("new", done("m", STEADY)), SETTINGS);

        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.refusal()).isEmpty();
    }

    @Test
    void rejectsDifferentProcessor() {
        RunComparison comparison = compare(
                run("old", environment("EPYC 7763"), done("m", STEADY)),
                run("new", environment("EPYC 9V74"), done("m", SLOW)),
                SETTINGS);

        assertThat(comparison.refusal())
                .hasValue(
                        "CPU model: was EPYC 7763, is EPYC 9V74. Numbers from different environments cannot be"
                                + " compared:"
                                + " measure both sides in the same one, or force the comparison with -Dmicrobench.forceComparison=true");
        assertThat(comparison.verdicts()).isEmpty();
        assertThat(comparison.differences())
                .containsExactly(new EnvironmentDifference("CPU model", "EPYC 7763", "EPYC 9V74", true));
    }

    static Stream<Arguments> otherMachines() {
        return Stream.of(
                Arguments.of("OS", MadeRecords.machine().os("Windows 11 10.0")),
                Arguments.of("Architecture", MadeRecords.machine().architecture("aarch64")),
                Arguments.of("CPUs", MadeRecords.machine().logicalCpus(4)),
                Arguments.of("CPU limit", MadeRecords.machine().cpuLimit(Optional.of(2.0))));
    }

    @ParameterizedTest
    @MethodSource("otherMachines")
    void rejectsMachineWithIncomparableNumbers(String name, Environment.Builder other) {
        RunComparison comparison = compare(
                run("old", MadeRecords.machine().build(), done("m", STEADY)),
                run("new", other.build(), done("m", SLOW)),
                SETTINGS);

        assertThat(comparison.refusal().orElseThrow()).startsWith(name + ": was ");
    }

    @Test
    void marksDifferentSystemOrJmhInRowButNotDifferentHost() {
        RunComparison comparison = compare(
                run("old", MadeRecords.machine().build(), done("m", STEADY)),
                run(
                        "new",
                        MadeRecords.machine()
                                .os("Linux 6.2")
                                .jmh("1.36")
                                .host("build-8")
                                .build(),
                        done("m", SLOW)),
                SETTINGS);

        assertThat(comparison.count(Verdict.SLOWER)).isOne();
        assertThat(comparison.verdicts().get(0).note()).isEqualTo("differs: OS, JMH");
    }

    @Test
    void rejectsDifferentBatchSize() {
        RunComparison comparison = compare(run("old", shots(1, 1)), run("new", shots(10, 1)), SETTINGS);

        assertThat(comparison.refusal().orElseThrow()).startsWith("Batch size: was 1, is 10. ");
    }

    @Test
    void rejectsDifferentOperationsPerCall() {
        RunComparison comparison = compare(run("old", shots(1, 1)), run("new", shots(1, 10)), SETTINGS);

        assertThat(comparison.refusal().orElseThrow()).startsWith("Operations per call: was 1, is 10. ");
    }

    private static CaseResult shots(int batch, int operations) {
        IterationPlan iterations = new IterationPlan(3, Duration.ofSeconds(1), batch);
        return Runs.result(
                Runs.id("m"),
                Runs.plan("ss", 5, 1, iterations).toBuilder()
                        .operationsPerInvocation(operations)
                        .build(),
                "ns/op",
                done("m", SLOW).forks());
    }

    @Test
    void rejectsDifferentDefaultGarbageCollector() {
        CaseResult after = done("m", SLOW);
        CaseResult serial = after.withForks(after.forks().stream()
                .map(fork -> fork.toBuilder()
                        .echo(Map.of("jvm.assertions", "off", "jvm.gc", "Copy, MarkSweepCompact"))
                        .build())
                .toList());

        assertThat(compare(run("old", done("m", STEADY)), run("new", serial), SETTINGS)
                        .refusal()
                        .orElseThrow())
                .startsWith("Garbage collector: was G1, is Copy, MarkSweepCompact. ");
    }

    @Test
    void judgesIncomparableRunsWhenForced() {
        RunComparison comparison = compare(
                run("old", environment("EPYC 7763"), done("m", STEADY)),
                run("new", environment("EPYC 9V74"), done("m", SLOW)),
                SETTINGS.force());

        assertThat(comparison.refusal()).isEmpty();
        assertThat(comparison.count(Verdict.SLOWER)).isOne();
        assertThat(comparison.verdicts().get(0).note())
                .isEqualTo("FORCED although CPU model: was EPYC 7763, is EPYC 9V74");
    }

    static Stream<Arguments> otherForks() {
        return Stream.of(
                Arguments.of(
                        new Facts("OpenJDK 64-Bit Server VM 21.0.6+7", USUAL.jvmArgs(), "compiler", "off"),
                        "JDK",
                        "21.0.5 (OpenJDK 64-Bit Server VM 21.0.5+11)",
                        "21.0.5 (OpenJDK 64-Bit Server VM 21.0.6+7)"),
                Arguments.of(
                        new Facts(USUAL.vm(), List.of("-Xmx2g", "-XX:+UseZGC"), "compiler", "off"),
                        "JVM arguments",
                        "-Xmx1g",
                        "-Xmx2g -XX:+UseZGC"),
                Arguments.of(
                        new Facts(USUAL.vm(), USUAL.jvmArgs(), "full + dont-inline hint", "off"),
                        "Blackhole mode",
                        "compiler",
                        "full + dont-inline hint"),
                Arguments.of(new Facts(USUAL.vm(), USUAL.jvmArgs(), "compiler", "on"), "Assertions", "off", "on"));
    }

    @ParameterizedTest
    @MethodSource("otherForks")
    void rejectsRunIfAllForksDiffer(Facts facts, String name, String was, String is) {
        RunRecord baseline = run("old", done("a", TEN), done("b", TEN));
        RunRecord candidate = run("new", with("a", facts, times(1.05, TEN)), with("b", facts, times(1.05, TEN)));
        RunComparison refused = compare(baseline, candidate, SETTINGS);

        assertThat(refused.refusal().orElseThrow()).startsWith(name + ": was " + was + ", is " + is + ". ");
        assertThat(refused.differences()).containsExactly(new EnvironmentDifference(name, was, is, true));

        RunComparison forced = compare(baseline, candidate, SETTINGS.force());
        assertThat(forced.count(Verdict.SLOWER)).isEqualTo(2);
        assertThat(forced.verdicts())
                .extracting(CaseVerdict::note)
                .containsOnly("FORCED although " + name + ": was " + was + ", is " + is);
        assertThat(forced.differences()).isEqualTo(refused.differences());
    }

    @ParameterizedTest
    @MethodSource("otherForks")
    void excludesOnlyCasesWithDifferentForks(Facts facts, String name, String was, String is) {
        RunComparison comparison = compare(
                run("old", done("a", STEADY), done("b", STEADY), done("c", STEADY)),
                run("new", done("a", SLOW), with("b", facts, SLOW), with("c", facts, SLOW)),
                SETTINGS);

        assertThat(comparison.refusal()).isEmpty();
        assertThat(comparison.differences())
                .containsExactly(new EnvironmentDifference(name + " of a.A.b:threads=1 and 1 more", was, is, true));
        assertThat(comparison.verdicts())
                .extracting(CaseVerdict::verdict)
                .containsExactly(Verdict.SLOWER, Verdict.UNDECIDED, Verdict.UNDECIDED);
        assertThat(comparison.verdicts().get(1).note())
                .isEqualTo("not compared: " + name + ": was " + was + ", is " + is);
        assertThat(comparison.ratio()).isEqualTo(comparison.verdicts().get(0).ratio());
    }

    @Test
    void acceptsForkWithUnknownAssertionStatus() {
        Facts silent = new Facts(USUAL.vm(), USUAL.jvmArgs(), "compiler", "N/A");
        RunComparison comparison =
                compare(run("old", done("m", STEADY)), run("new", with("m", silent, STEADY)), SETTINGS);

        assertThat(comparison.refusal()).isEmpty();
        assertThat(comparison.differences())
                .containsExactly(new EnvironmentDifference("Assertions", "off", "N/A", false));
    }

    @Test
    void rejectsRunInsideHostOnEitherSide() {
        CaseResult inside = Runs.result(
                Runs.id("m"),
                Runs.plan("avgt", 0, 3),
                "ns/op",
                done("m", STEADY).forks());
        String host = "0, inside the host's JVM";

        assertThat(compare(run("old", inside), run("new", inside), SETTINGS).differences())
                .containsExactly(new EnvironmentDifference("Forks", host, host, true));
        assertThat(compare(run("old", done("m", STEADY)), run("new", inside), SETTINGS)
                        .refusal()
                        .orElseThrow())
                .startsWith("Forks: was 5, is " + host);
    }

    @Test
    void judgesButMarksDifferentIterations() {
        CaseResult longer = Runs.result(
                Runs.id("m"), Runs.plan("avgt", 5, 4), "ns/op", done("m", SLOW).forks());
        RunComparison comparison = compare(run("old", done("m", STEADY)), run("new", longer), SETTINGS);

        assertThat(comparison.differences())
                .containsExactly(
                        new EnvironmentDifference("Warm-up", "3 x 1000 ms", "4 x 1000 ms", false),
                        new EnvironmentDifference("Measurement", "3 x 1000 ms", "4 x 1000 ms", false));
        assertThat(comparison.count(Verdict.SLOWER)).isOne();
        assertThat(comparison.verdicts().get(0).note()).isEqualTo("differs: Warm-up, Measurement");
    }
}
