// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.IterationSigns.Stops;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarningTest {

    private static List<Warning> warnings(MadeCase made) {
        return Warning.of(MadeCase.run(made.result()).withCalibration(MadeCase.calibration(0.001, 0.001)));
    }

    private static Warning only(MadeCase made) {
        List<Warning> warnings = warnings(made);
        assertThat(warnings).hasSize(1);
        return warnings.get(0);
    }

    @Test
    void returnsNoWarningForNormalCase() {
        assertThat(warnings(new MadeCase())).isEmpty();
        assertThat(Warning.of(MadeCase.run(new MadeCase().result()))).isEmpty();
    }

    @Test
    void ignoresUnfinishedCases() {
        CaseResult failed = new MadeCase().jvmArgs("-Xint").result(CaseResult.Status.FAILED);

        assertThat(Warning.of(MadeCase.run(failed))).isEmpty();
    }

    @Test
    void namesNodeOfDrift() {
        RunNode node = new RunNode("b", MadeRecords.machine().build())
                .withCalibration(MadeCase.calibration(0.001, 0.001, 0.0012, 0.00099));

        assertThat(Warning.of(MadeCase.run(new MadeCase().result()).with(node)))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .startsWith("The machine's speed changed during the run on node b: the fixed CPU task"
                                + " took 0.99x"));
    }

    @Test
    void reportsDriftOfMachineForWholeRun() {
        RunRecord run = MadeCase.run(new MadeCase().result())
                .withCalibration(MadeCase.calibration(0.001, 0.001, 0.0012, 0.00099));

        assertThat(Warning.of(run)).singleElement().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(Warning.Kind.DRIFT);
            assertThat(warning.subject()).isEmpty();
            assertThat(warning.message())
                    .startsWith("The machine's speed changed during the run: the fixed CPU task took 0.99x to"
                            + " 1.20x its"
                            + " median time (4 checks).");
        });
        assertThat(Warning.lines(Warning.of(run))).singleElement().asString().startsWith("The machine's speed changed");
    }

    @ParameterizedTest
    @CsvSource({
        "sample, 299, 1, true",
        "sample, 301, 1, false",
        "ss, 299, 1, true",
        "avgt, 299, 1, false",
        "sample, 30, 11, false"
    })
    void reportsCallsShorterThanTenClockSteps(String mode, double score, int operations, boolean warned) {
        List<Warning> warnings =
                warnings(new MadeCase().score(mode, score, "ns/op").operationsPerInvocation(operations));

        assertThat(warnings.stream().map(Warning::kind)).hasSize(warned ? 1 : 0);
        assertThat(warnings).allSatisfy(warning -> {
            assertThat(warning.kind()).isEqualTo(Warning.Kind.CLOCK);
            assertThat(warning.message())
                    .startsWith("a call takes 299.0 ns. Mode " + mode)
                    .contains("steps by 30 ns and takes 20 ns to read: below 300 ns it measures the clock");
        });
    }

    @Test
    void ignoresClockWithoutCalibration() {
        assertThat(Warning.of(
                        MadeCase.run(new MadeCase().score("sample", 20, "ns/op").result())))
                .isEmpty();
    }

    @Test
    void reportsTimeOfCollector() {
        assertThat(only(new MadeCase().first(MadeRecords.signs(1, 0, 0, 0.23, 0, 0, false))))
                .isEqualTo(new Warning(
                        Warning.Kind.PAUSES,
                        "garbage collection",
                        "p.Sums.run:threads=1",
                        "garbage collection took more than 5% of the time in 1 of 8 measured iterations (at most 23.0%)."
                                + " The score includes this time."));
    }

    @Test
    void reportsStealTimePerProcessor() {
        assertThat(warnings(new MadeCase().first(MadeRecords.signs(1, 0, 0, 0, 0.19, 0, false))))
                .isEmpty();
        assertThat(only(new MadeCase().first(MadeRecords.signs(1, 0, 0, 0, 0.4, 0, false)))
                        .message())
                .startsWith("the hypervisor (steal time) took more than 5% of the time in 1 of 8")
                .contains("at most 10.0%");
    }

    @Test
    void reportsThrottlingOfContainer() {
        assertThat(only(new MadeCase().first(MadeRecords.signs(0.5, 0, 0, 0, 0, 0.1, false)))
                        .message())
                .startsWith("the container's limit (throttling) took")
                .contains("at most 20.0%");
    }

    private static IterationSigns stopped(double collecting, double stopped) {
        return new IterationSigns(1, 0, 0, collecting, 0, 0, false, Optional.of(new Stops(40, stopped)));
    }

    @Test
    void reportsStopsOfAllThreads() {
        Warning warning = only(new MadeCase().first(stopped(0.04, 0.14)));

        assertThat(warning.kind()).isEqualTo(Warning.Kind.PAUSES);
        assertThat(warning.message())
                .startsWith("safepoints other than for garbage collection took more than 5% of the time in 1 of 8")
                .contains("at most 10.0%")
                .endsWith("The JVM argument -Xlog:safepoint logs their causes.");
        assertThat(warnings(new MadeCase().first(stopped(0, 0.049)))).isEmpty();
        assertThat(warnings(new MadeCase()
                        .iterations(100, 101, 99, 100, 102, 98, 100, 101, 100, 99)
                        .first(stopped(0, 0.14))))
                .isEmpty();
    }

    @Test
    void reportsStopsForCollectionOnce() {
        assertThat(only(new MadeCase().first(stopped(0.3, 0.32))).message()).startsWith("garbage collection took");
    }

    @Test
    void limitsThrottledShareToWholeTime() {
        assertThat(only(new MadeCase().first(MadeRecords.signs(1, 0, 0, 0, 0, 1.9, false)))
                        .message())
                .contains("at most 100.0%");
    }

    @Test
    void ignoresWarmUp() {
        assertThat(warnings(new MadeCase().warmup(MadeRecords.signs(1, 0, 0, 0.5, 1, 0.5, false))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=0"})
    void reportsInterpretedForks(String argument) {
        assertThat(only(new MadeCase().jvmArgs("-Xmx1g", argument)).message()).startsWith("its forks only interpreted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=3", "-XX:CompilationMode=quick-only"})
    void reportsForksCompiledWithC1Only(String argument) {
        Warning warning = only(new MadeCase().jvmArgs(argument));

        assertThat(warning.kind()).isEqualTo(Warning.Kind.COMPILER);
        assertThat(warning.message()).endsWith("C1 only; JVMs in production also use C2. Remove " + argument + ".");
    }

    @Test
    void acceptsForksWithBothCompilers() {
        assertThat(warnings(new MadeCase().jvmArgs("-XX:TieredStopAtLevel=4"))).isEmpty();
    }

    /** At 2000 MHz a cycle takes 0.5 ns. */
    @ParameterizedTest
    @CsvSource({
        "avgt, 0.49, ns/op, 1, 1, true",
        "avgt, 0.51, ns/op, 1, 1, false",
        "thrpt, 3, ops/ns, 1, 1, true",
        "thrpt, 3, ops/ns, 2, 1, false",
        "thrpt, 3000, ops/us, 1, 1, true",
        "avgt, 0.1, ns/op, 1, 100, false"
    })
    void reportsCallFasterThanCycle(
            String mode, double score, String unit, int threads, int operations, boolean warned) {
        List<Warning> warnings = warnings(
                new MadeCase().score(mode, score, unit).threads(threads).operationsPerInvocation(operations));

        assertThat(warnings).hasSize(warned ? 1 : 0).allSatisfy(warning -> {
            assertThat(warning.kind()).isEqualTo(Warning.Kind.TOO_FAST);
            assertThat(warning.message()).contains("less than a cycle of the processor (0.50 ns)", "probably");
        });
    }

    @ParameterizedTest
    @CsvSource({"0.29, true", "0.31, false"})
    void usesTypicalCycleForUnknownClockRate(double nanos, boolean warned) {
        RunRecord run =
                MadeCase.run(new MadeCase().score("avgt", nanos, "ns/op").result());

        assertThat(Warning.of(run)).hasSize(warned ? 1 : 0);
    }

    @Test
    void countsOutliersAndKeepsThem() {
        MadeCase made = new MadeCase().iterations(100, 101, 99, 100, 102, 98, 100, 250);

        assertThat(only(made).message())
                .isEqualTo("1 of 8 measured iterations is outside Tukey's fences: 250.000 ns/op."
                        + " The score includes it.");
        assertThat(Warning.outliers(made.result())).containsExactly(250);
        assertThat(made.result().forks().get(0).measuredScores()).contains(250);
    }

    @Test
    void combinesManyWarningsOfOneKind() {
        CaseResult[] cases = IntStream.rangeClosed(1, 6)
                .mapToObj(i -> new MadeCase().method("m" + i).jvmArgs("-Xint").result())
                .toArray(CaseResult[]::new);

        assertThat(Warning.lines(Warning.of(MadeCase.run(cases))))
                .containsExactly(
                        "p.Sums.m1:threads=1: its forks only interpreted the code; compiled code may behave differently."
                                + " Remove -Xint. Also in p.Sums.m2:threads=1, p.Sums.m3:threads=1,"
                                + " p.Sums.m4:threads=1 and 2 more.");
    }

    @Test
    void namesCaseOnceAndOnlyForItsCauses() {
        IterationSigns collected = MadeRecords.signs(1, 0, 0, 0.5, 0, 0, false);
        IterationSigns throttled = MadeRecords.signs(1, 0, 0, 0, 0, 0.5, false);
        IterationSigns both = MadeRecords.signs(1, 0, 0, 0.5, 0, 0.5, false);
        RunRecord run = MadeCase.run(
                new MadeCase().method("a").first(both).result(),
                new MadeCase().method("b").first(collected).result(),
                new MadeCase().method("c").first(throttled).result());

        List<String> lines = Warning.lines(Warning.of(run));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .startsWith("p.Sums.a:threads=1: garbage collection took")
                .endsWith("Also in p.Sums.b:threads=1.");
        assertThat(lines.get(1))
                .startsWith("p.Sums.a:threads=1: the container's limit (throttling) took")
                .endsWith("Also in p.Sums.c:threads=1.");
    }

    @Test
    void namesCaseWithSameWarningTwiceOnce() {
        Warning one = new Warning(Warning.Kind.OUTLIERS, "", "a", "1 lies outside.");

        assertThat(Warning.lines(List.of(one, one))).containsExactly("a: 1 lies outside.");
    }

    @Test
    void returnsWarningsForScreen() {
        RunRecord run = MadeCase.run(new MadeCase()
                .first(MadeRecords.signs(1, 0, 0, 0.5, 0, 0, false))
                .jvmArgs("-Xint")
                .result());

        assertThat(Warning.of(run))
                .extracting(Warning::kind)
                .containsExactly(Warning.Kind.COMPILER, Warning.Kind.PAUSES);
        assertThat(Warning.of(run, Warning.Screen.COMPARISON)).isEqualTo(Warning.of(run));
        assertThat(Warning.of(run, Warning.Screen.SNIPPETS))
                .extracting(Warning::kind)
                .containsExactly(Warning.Kind.PAUSES);
    }

    @Test
    void combinesKindAndCauseInMark() {
        MadeCase made = new MadeCase().first(MadeRecords.signs(1, 0, 0, 0.5, 0, 0, false));

        assertThat(only(made).mark()).isEqualTo("paused: garbage collection");
        assertThat(new Warning(Warning.Kind.OUTLIERS, "", "a", "1 lies outside.").mark())
                .isEqualTo("outliers");
    }
}
