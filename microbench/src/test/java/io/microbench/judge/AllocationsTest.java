// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.TEN;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict.Change;
import io.microbench.judge.Runs.Facts;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.IterationResult.Phase;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocationsTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS.among(60);

    private static Allocations forks(double... bytes) {
        return new Allocations(
                Arrays.stream(bytes)
                        .mapToObj(b -> new Metric(b, 0.0001, "B/op"))
                        .toList(),
                0);
    }

    private static Change change(Allocations baseline, Allocations candidate) {
        return Allocations.compare(baseline, candidate, SETTINGS).orElseThrow().change();
    }

    @ParameterizedTest
    @CsvSource({
        "0.0001, 0.0002, SAME",
        "0, 0.09, SAME",
        "0, 0.2, MORE",
        "24, 24.05, SAME",
        "24, 32, MORE",
        "24, 16, LESS",
        "24, 0, LESS",
        "100000, 100050, SAME",
        "100000, 100200, MORE"
    })
    void comparesExactNumbers(double baseline, double candidate, Change change) {
        assertThat(change(forks(baseline, baseline), forks(candidate, candidate)))
                .isEqualTo(change);
    }

    @Test
    void keepsBothNumbers() {
        assertThat(Allocations.compare(forks(24, 24, 24.01), forks(40, 40.02, 40.01), SETTINGS))
                .hasValue(new AllocationVerdict(Change.MORE, 24, 40.01));
    }

    @Test
    void ignoresAllocationThatSomeForksOptimizeAway() {
        assertThat(change(forks(0, 0, 0, 0, 0), forks(0, 24, 0, 24, 24))).isEqualTo(Change.SAME);
    }

    @Test
    void judgesNoisyBytesLikeTimes() {
        Allocations noisy = forks(TEN);
        assertThat(change(noisy, noisy)).isEqualTo(Change.SAME);
        assertThat(change(noisy, forks(times(1.001, TEN)))).isEqualTo(Change.SAME);
        assertThat(change(noisy, forks(times(1.1, TEN)))).isEqualTo(Change.MORE);
        assertThat(change(noisy, forks(times(0.9, TEN)))).isEqualTo(Change.LESS);
    }

    @Test
    void reportsTooFewForksForNoisyBytes() {
        CaseVerdict verdict = Judge.compare(
                        "old",
                        Runs.run("old", Runs.allocating("m", new double[] {100, 101, 99}, 1000, 1010, 990)),
                        "new",
                        Runs.run("new", Runs.allocating("m", new double[] {100, 101, 99}, 2000, 2010, 1990)),
                        JudgeSettings.DEFAULTS)
                .verdicts()
                .get(0);

        assertThat(verdict.allocation()).hasValue(new AllocationVerdict(Change.SAME, 1000, 2000));
        assertThat(verdict.note())
                .isEqualTo(
                        "allocation 1,000.000 -> 2,000.000 B/op differs between forks or iterations, and 3 and 3 forks are"
                                + " too few to detect a"
                                + " change of one case: at least 5 per side are needed");
    }

    @Test
    void needsSeveralForks() {
        assertThat(Allocations.compare(forks(24), forks(32), SETTINGS)).isEmpty();
        assertThat(Allocations.compare(forks(24, 24), forks(32), SETTINGS)).isEmpty();
        assertThat(Allocations.obstacle(forks(24), forks(32), SETTINGS))
                .isEqualTo("allocation 24.000 -> 32.000 B/op is not judged: at least 2 forks per side are needed");
        assertThat(Allocations.obstacle(forks(24), forks(24), SETTINGS)).isEmpty();
        assertThat(Allocations.obstacle(forks(24, 24), forks(32, 32), SETTINGS)).isEmpty();
    }

    @Test
    void comparesIterationsIfForksHaveNoError() {
        CaseResult constant = iterating(new double[] {24, 24}, new double[] {24, 24});
        CaseResult more = iterating(new double[] {32, 32}, new double[] {32, 32});
        CaseResult varying = iterating(new double[] {24, 40}, new double[] {24, 40});

        assertThat(change(bytes(constant), bytes(constant))).isEqualTo(Change.SAME);
        assertThat(change(bytes(constant), bytes(more))).isEqualTo(Change.MORE);
        assertThat(change(bytes(constant), bytes(varying))).isEqualTo(Change.SAME);
        assertThat(Allocations.obstacle(bytes(constant), bytes(varying), SETTINGS))
                .startsWith("allocation 24.000 -> 32.000 B/op differs between forks or iterations, and 2 and 2 forks");
    }

    private static Allocations bytes(CaseResult result) {
        return ForkValues.of(result).allocations();
    }

    /** Returns a case whose forks have the given bytes per operation in their iterations, but no error. */
    private static CaseResult iterating(double[]... forks) {
        return Runs.result(
                Runs.id("m"),
                Runs.plan("avgt", forks.length, 2),
                "ns/op",
                Arrays.stream(forks).map(AllocationsTest::fork).toList());
    }

    private static ForkResult fork(double... bytes) {
        double mean = Arrays.stream(bytes).average().orElseThrow();
        ForkResult fork = Runs.fork(1, 100, Optional.of(new Metric(mean, Double.NaN, "B/op")), Facts.USUAL);
        return fork.toBuilder()
                .iterations(Arrays.stream(bytes)
                        .mapToObj(each -> new IterationResult(
                                Phase.MEASUREMENT,
                                1,
                                fork.start(),
                                100,
                                1,
                                Map.of(),
                                Map.of(Metric.ALLOCATION, new Metric(each, Double.NaN, "B/op")),
                                Optional.empty()))
                        .toList())
                .build();
    }

    @Test
    void returnsNothingIfOneSideDidNotMeasure() {
        assertThat(Allocations.compare(forks(), forks(24), SETTINGS)).isEmpty();
        assertThat(Allocations.compare(forks(24), forks(), SETTINGS)).isEmpty();
    }

    @Test
    void reportsMoreBytesAsRegressionDespiteEqualTime() {
        CaseVerdict verdict = Judge.compare(
                        "old",
                        Runs.run("old", Runs.allocating("m", STEADY, 24, 24, 24, 24, 24)),
                        "new",
                        Runs.run("new", Runs.allocating("m", STEADY, 32, 32, 32, 32, 32)),
                        JudgeSettings.DEFAULTS)
                .verdicts()
                .get(0);

        assertThat(verdict.verdict()).isEqualTo(Verdict.SAME);
        assertThat(verdict.allocation()).hasValue(new AllocationVerdict(Change.MORE, 24, 32));
        assertThat(verdict.regressed()).isTrue();
    }

    /**
     * Bytes per operation in forks of 20 iterations of 25 ms of benchmarks that allocate nothing: JMH's own bytes. An
     * operation of the new build takes twice as long, so half as many share these bytes.
     */
    @ParameterizedTest
    @CsvSource({
        // Operations of 1 ms, 40 us and 160 ns, on JDK 17 and on JDK 25.
        "955482, 237.6;237.9;221.3;220, 450.6;471.6;492.8;498.8",
        "38159, 9.796;10.11;9.261;9.582, 19.72;18.33;18.43;19.05",
        "159.4, 0.03884;0.04148;0.03847;0.03802, 0.08164;0.0805;0.08372;0.07506",
        "989581, 260.4;263.1;284.2;245.1, 506.4;616.2;571.8;501.6",
        "38488, 10.26;14.07;12.03;10.92, 20.38;19.67;20.12;20.2",
    })
    void ignoresBytesOfJmh(double nanos, String baseline, String candidate) {
        CaseVerdict verdict = compared(Duration.ofMillis(25), nanos, numbers(baseline), 2 * nanos, numbers(candidate));

        assertThat(verdict.ratio()).isBetween(0.49, 0.51);
        assertThat(verdict.allocation().orElseThrow().change()).isEqualTo(Change.SAME);
    }

    @Test
    void detectsOneMoreObjectWithEnoughOperations() {
        double[] baseline = {9.796, 10.11, 9.261, 9.582};
        double[] candidate = {33.9, 33.2, 33.3, 33.5};

        assertThat(compared(Duration.ofMillis(25), 38159, baseline, 38159, candidate)
                        .allocation())
                .as("650 operations share up to 16 kB: 25 bytes an operation may be JMH's")
                .hasValueSatisfying(bytes -> assertThat(bytes.change()).isEqualTo(Change.SAME));
        assertThat(compared(Duration.ofMillis(250), 38159, baseline, 38159, candidate)
                        .allocation())
                .hasValueSatisfying(bytes -> assertThat(bytes.change()).isEqualTo(Change.MORE));
    }

    @ParameterizedTest
    @CsvSource({
        // Mode, unit, score, threads, operations per thread and second.
        "avgt, ns/op, 1000, 1, 1000000",
        "avgt, ns/op, 1000, 4, 1000000",
        "thrpt, ops/ms, 4000, 4, 1000000",
        "thrpt, ops/s, 0.5, 1, 1",
        "avgt, s/op, 7, 1, 1",
        "ss, ms/op, 7, 1, 1",
    })
    void dividesBytesOfJmhByOperations(String mode, String unit, double score, int threads, double operations) {
        Allocations read = Allocations.of(
                List.of(),
                Runs.plan(mode, 3, threads, new IterationPlan(5, Duration.ofSeconds(1), 1)),
                score,
                ScoreUnit.of(Mode.of(mode), unit));

        assertThat(read.resolution()).isEqualTo(Allocations.BYTES_OF_AN_ITERATION / operations);
    }

    @Test
    void allowsForBuffersOfSampleMode() {
        Allocations read =
                Allocations.of(List.of(), Runs.plan("sample", 3, 5), 1000, ScoreUnit.of(Mode.SAMPLE_TIME, "ns/op"));

        assertThat(read.resolution()).isEqualTo(Allocations.BYTES_OF_A_SAMPLED_ITERATION / 1e6);
    }

    @Test
    void ignoresDifferenceThatIsSeenWithinOneSide() {
        Allocations baseline = forks(100, 101, 100, 101, 100, 101, 100, 101);
        Allocations candidate = forks(102, 108, 108, 102, 108, 102, 108, 108);

        assertThat(change(baseline, candidate))
                .as("the new side's own forks differ by 6")
                .isEqualTo(Change.SAME);
        assertThat(change(baseline, forks(112, 118, 118, 112, 118, 112, 118, 118)))
                .isEqualTo(Change.MORE);
    }

    private static double[] numbers(String list) {
        return Arrays.stream(list.split(";")).mapToDouble(Double::parseDouble).toArray();
    }

    private static CaseVerdict compared(
            Duration iteration, double oldNanos, double[] baselineBytes, double newNanos, double[] candidateBytes) {
        double[] spread = {0.9995, 1, 1.0005, 1.001};
        return Judge.compare(
                        "old",
                        Runs.run(
                                "old",
                                lasting(iteration, Runs.allocating("m", times(oldNanos, spread), baselineBytes))),
                        "new",
                        Runs.run(
                                "new",
                                lasting(iteration, Runs.allocating("m", times(newNanos, spread), candidateBytes))),
                        JudgeSettings.DEFAULTS)
                .verdicts()
                .get(0);
    }

    private static CaseResult lasting(Duration iteration, CaseResult result) {
        return new CaseResult(
                result.id(),
                Runs.plan("avgt", 4, 1, new IterationPlan(20, iteration, 1)),
                result.status(),
                result.reason(),
                result.score(),
                result.secondary(),
                result.forks());
    }
}
