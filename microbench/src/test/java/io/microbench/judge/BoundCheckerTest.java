// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.NOISY;
import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.allocating;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.id;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.microbench.judge.BoundChecker.BoundVerdict;
import io.microbench.judge.BoundChecker.BoundVerdict.Outcome;
import io.microbench.judge.Bounds.Bound;
import io.microbench.judge.Runs.Facts;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.RunNode;
import io.microbench.result.RunRecord;
import io.microbench.result.ScoreUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundCheckerTest {

    private static final JudgeSettings SETTINGS = JudgeSettings.DEFAULTS;
    private static final ScoreUnit NANOS = ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op");

    private static final RunRecord RUN = Runs.run("r");

    private static BoundChecker watch(Bound... bounds) {
        return watch(SETTINGS, bounds);
    }

    /** Watches bounds of the case {@code m}. */
    private static BoundChecker watch(JudgeSettings settings, Bound... bounds) {
        return new BoundChecker(id -> id.method().equals("m") ? List.of(bounds) : List.of(), settings);
    }

    private static Outcome outcome(Bound bound, CaseResult result) {
        List<BoundVerdict> verdicts = watch(bound).finished(result, RUN);
        assertThat(verdicts).hasSize(1);
        return verdicts.get(0).outcome();
    }

    @ParameterizedTest
    @CsvSource({"99, BREACHED", "99.9, UNDECIDED", "100.3, UNDECIDED", "101, KEPT", "1000, KEPT"})
    void checksMaximumOfTimes(double limit, Outcome expected) {
        assertThat(outcome(new Bound.Score(limit, NANOS), done("m", STEADY))).isEqualTo(expected);
        // The same bound in another unit of time.
        assertThat(outcome(new Bound.Score(limit / 1000, ScoreUnit.of(Mode.AVERAGE_TIME, "us/op")), done("m", STEADY)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"101, BREACHED", "100.3, UNDECIDED", "99, KEPT"})
    void checksMinimumOfRates(double limit, Outcome expected) {
        CaseResult rates = done("m", "thrpt", "ops/ms", Facts.USUAL, STEADY);
        assertThat(outcome(new Bound.Score(limit, ScoreUnit.of(Mode.THROUGHPUT, "ops/ms")), rates))
                .isEqualTo(expected);
        assertThat(outcome(new Bound.Score(limit * 1000, ScoreUnit.of(Mode.THROUGHPUT, "ops/s")), rates))
                .isEqualTo(expected);
    }

    @Test
    void reportsNumbersInUnitOfBound() {
        BoundVerdict verdict = watch(new Bound.Score(0.099, ScoreUnit.of(Mode.AVERAGE_TIME, "us/op")))
                .finished(done("m", STEADY), RUN)
                .get(0);

        assertThat(verdict.breached()).isTrue();
        assertThat(verdict.message())
                .isEqualTo("a.A.m:threads=1 breaches its bound, no worse than 0.099 us/op: 0.10004 us/op, interval"
                        + " 0.099485 to 0.1006 (99%)");
    }

    @Test
    void isStricterWithMoreCases() {
        Bound bound = new Bound.Score(99.2, NANOS);
        CaseResult result = done("m", STEADY);

        assertThat(watch(bound).finished(result, RUN).get(0).outcome()).isEqualTo(Outcome.BREACHED);
        assertThat(watch(SETTINGS.among(1000), bound)
                        .finished(result, RUN)
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void isUndecidedForOneFork() {
        BoundVerdict verdict =
                watch(new Bound.Score(50, NANOS)).finished(done("m", 100), RUN).get(0);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.message())
                .isEqualTo("a.A.m:threads=1 may breach its bound, no worse than 50 ns/op: 100 ns/op, no"
                        + " interval with one fork");
    }

    @Test
    void skipsOtherModes() {
        assertThat(watch(new Bound.Score(1, NANOS)).finished(done("m", "thrpt", "ops/ms", Facts.USUAL, STEADY), RUN))
                .isEmpty();
    }

    @Test
    void skipsFailedCase() {
        assertThat(watch(new Bound.Score(1, NANOS), new Bound.Allocation(0)).finished(Runs.failed("m"), RUN))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "24, 24, KEPT",
        "24.09, 24, KEPT",
        "24.2, 24, BREACHED",
        "0.05, 0, KEPT",
        "16, 0, BREACHED",
        "1, 24, KEPT"
    })
    void checksMaximumOfExactBytes(double bytes, double limit, Outcome expected) {
        assertThat(outcome(new Bound.Allocation(limit), allocating("m", new double[] {1, 1}, bytes, bytes)))
                .isEqualTo(expected);
        assertThat(outcome(new Bound.Allocation(limit), allocating("m", new double[] {1}, bytes)))
                .isEqualTo(expected);
    }

    @Test
    void checksIntervalOfNoisyBytes() {
        CaseResult noisy = allocating("m", STEADY, times(10, STEADY));

        assertThat(outcome(new Bound.Allocation(900), noisy)).isEqualTo(Outcome.BREACHED);
        assertThat(outcome(new Bound.Allocation(1000), noisy)).isEqualTo(Outcome.UNDECIDED);
        assertThat(outcome(new Bound.Allocation(1100), noisy)).isEqualTo(Outcome.KEPT);
    }

    @Test
    void reportsThatBytesWereNotCounted() {
        CaseResult silent = Runs.result(
                id("m"), Runs.plan("avgt", 1, 3), "ns/op", List.of(Runs.fork(1, 100, Optional.empty(), Facts.USUAL)));
        BoundVerdict verdict =
                watch(new Bound.Allocation(24)).finished(silent, RUN).get(0);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.message()).endsWith("bytes were not counted, as the profiler gc is not available");
    }

    @Test
    void checksPercentilesOverForks() {
        CaseResult sampled = sampled(3.0, 3.1, 2.9, 3.05, 2.95);
        ScoreUnit millis = ScoreUnit.of(Mode.SAMPLE_TIME, "ms/op");

        assertThat(outcome(new Bound.Percentile(99, 2.5, millis), sampled)).isEqualTo(Outcome.BREACHED);
        assertThat(outcome(new Bound.Percentile(99, 3, millis), sampled)).isEqualTo(Outcome.UNDECIDED);
        assertThat(outcome(new Bound.Percentile(99, 3500, ScoreUnit.of(Mode.SAMPLE_TIME, "us/op")), sampled))
                .isEqualTo(Outcome.KEPT);
        assertThat(watch(new Bound.Percentile(90, 1, millis))
                        .finished(sampled, RUN)
                        .get(0)
                        .message())
                .endsWith("its record has no such percentile");
    }

    /** Returns a case of one measured iteration per fork with the given 99th percentiles. */
    private static CaseResult sampled(double... p99) {
        List<ForkResult> forks = new ArrayList<>();
        for (double value : p99) {
            ForkResult like = Runs.fork(forks.size() + 1, 1, Optional.<Metric>empty(), Facts.USUAL);
            IterationResult warmup = new IterationResult(
                    IterationResult.Phase.WARMUP,
                    1,
                    like.end(),
                    1,
                    100,
                    Map.of("99.0", value * 9),
                    Map.of(),
                    Optional.empty());
            List<IterationResult> iterations = new ArrayList<>(List.of(warmup));
            for (int i = 1; i <= 3; i++) {
                iterations.add(new IterationResult(
                        IterationResult.Phase.MEASUREMENT,
                        i,
                        like.end(),
                        1,
                        100,
                        Map.of("99.0", value),
                        Map.of(),
                        Optional.empty()));
            }
            forks.add(like.toBuilder().iterations(iterations).build());
        }
        return Runs.result(id("m"), Runs.plan("sample", p99.length, 3), "ms/op", forks);
    }

    @ParameterizedTest
    @CsvSource({"2, KEPT", "1.2, UNDECIDED", "1, BREACHED"})
    void checksRatiosInAnyOrderOfCases(double limit, Outcome expected) {
        Bound ratio = new Bound.Ratio("other", limit);
        CaseResult mine = done("m", times(1.2, STEADY));
        CaseResult other = done("other", STEADY);

        BoundChecker otherFirst = watch(ratio);
        assertThat(otherFirst.finished(other, RUN)).isEmpty();
        List<BoundVerdict> then = otherFirst.finished(mine, RUN);
        BoundChecker otherLast = watch(ratio);
        assertThat(otherLast.finished(mine, RUN)).isEmpty();

        assertThat(then).extracting(BoundVerdict::outcome).containsExactly(expected);
        assertThat(otherLast.finished(other, RUN)).isEqualTo(then);
        assertThat(then.get(0).id()).isEqualTo(id("m"));
        assertThat(otherLast.unchecked()).isEmpty();
    }

    @Test
    void comparesTimesInEveryMode() {
        BoundChecker watch = watch(new Bound.Ratio("other", 1.5));
        watch.finished(done("other", "thrpt", "ops/ms", Facts.USUAL, times(2, STEADY)), RUN);
        // In another unit, and half as many operations per second: twice the time.
        List<BoundVerdict> verdicts =
                watch.finished(done("m", "thrpt", "ops/s", Facts.USUAL, times(1000, STEADY)), RUN);

        assertThat(verdicts).extracting(BoundVerdict::outcome).containsExactly(Outcome.BREACHED);
        assertThat(verdicts.get(0).message())
                .startsWith("a.A.m:threads=1 breaches its bound, at most 1.5 times the time of other: 2 times, interval"
                        + " 1.9");
    }

    @Test
    void isUndecidedForNoisyRatio() {
        BoundChecker watch = watch(new Bound.Ratio("other", 1.1));
        watch.finished(done("other", NOISY), RUN);

        assertThat(watch.finished(done("m", times(1.15, NOISY)), RUN))
                .extracting(BoundVerdict::outcome)
                .containsExactly(Outcome.UNDECIDED);
    }

    @Test
    void reportsUncheckedBounds() {
        BoundChecker watch = watch(new Bound.Ratio("other", 2), new Bound.Score(1000, NANOS));
        watch.finished(done("m", STEADY), RUN);
        assertThat(watch.unchecked())
                .containsExactly(
                        "a.A.m:threads=1: its bound, at most 2 times the time of other, was not checked, because"
                                + " a.A.other:threads=1 has no result");

        watch.finished(Runs.failed("other"), RUN);
        assertThat(watch.unchecked().get(0)).endsWith("a.A.other:threads=1 failed (java.lang.OutOfMemoryError)");
    }

    @Test
    void summarizesNumberOfUncheckedBounds() {
        BoundChecker watch = watch(new Bound.Ratio("other", 2), new Bound.Score(50, NANOS), new Bound.Allocation(24));
        watch.finished(done("m", 100), RUN);

        assertThat(watch.summary())
                .hasValue(
                        "2 of 3 bounds could not be checked, and no test fails because of that. The reasons are printed"
                                + " above.");

        BoundChecker all = watch(new Bound.Score(1000, NANOS));
        all.finished(done("m", STEADY), RUN);
        assertThat(all.summary()).isEmpty();
    }

    @Test
    void isUndecidedForRatioBetweenDifferentNodes() {
        RunRecord run = RUN.with(new RunNode("a", Runs.environment("EPYC 7763")))
                .with(new RunNode("b", Runs.environment("EPYC 7763")))
                .with(new RunNode("c", Runs.environment("Ryzen 9")));
        Bound bound = new Bound.Ratio("other", 2);
        CaseResult mine = Runs.on("a", done("m", STEADY));

        BoundChecker unlike = watch(bound);
        unlike.finished(mine, run);
        assertThat(unlike.finished(Runs.on("c", done("other", STEADY)), run))
                .extracting(BoundVerdict::outcome, BoundVerdict::message)
                .containsExactly(tuple(
                        Outcome.UNDECIDED,
                        "a.A.m:threads=1 may breach its bound, at most 2 times the time of other: not"
                                + " compared: a and c are not alike: CPU model EPYC 7763 vs. Ryzen 9"));

        BoundChecker alike = watch(bound);
        alike.finished(mine, run);
        assertThat(alike.finished(Runs.on("b", done("other", STEADY)), run))
                .extracting(BoundVerdict::outcome)
                .containsExactly(Outcome.KEPT);
    }
}
