// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.allocating;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.failed;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.BoundChecker.BoundJudge;
import io.microbench.judge.BoundChecker.BoundVerdict;
import io.microbench.judge.BoundChecker.BoundVerdict.Outcome;
import io.microbench.judge.Bounds.Bound;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import io.microbench.result.ScoreUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundJudgeTest {

    private static final ScoreUnit NANOS = ScoreUnit.of(Mode.AVERAGE_TIME, "ns/op");

    private final BoundJudge judge = new BoundJudge(JudgeSettings.DEFAULTS);

    private BoundVerdict ratio(double limit, double factor) {
        return judge.judge(
                        new Bound.Ratio("heap", limit),
                        done("m", times(factor, STEADY)),
                        done("heap", STEADY),
                        Runs.run("r"))
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"1.5, 2, BREACHED", "2, 2, UNDECIDED", "2.1, 2, KEPT", "1, 0.5, KEPT"})
    void comparesRatioOfTimesWithLimit(double limit, double factor, Outcome outcome) {
        assertThat(ratio(limit, factor).outcome()).isEqualTo(outcome);
    }

    @Test
    void reportsRatioWithInterval() {
        assertThat(ratio(1.5, 2).message())
                .startsWith(
                        "a.A.m:threads=1 breaches its bound, at most 1.5 times the time of heap: 2 times, interval 1.9")
                .endsWith(" (99%)");
    }

    @Test
    void requiresResultsOfBothCasesForRatio() {
        Bound.Ratio bound = new Bound.Ratio("heap", 2);

        assertThat(judge.judge(bound, failed("m"), done("heap", STEADY), Runs.run("r")))
                .isEmpty();
        assertThat(judge.judge(bound, done("m", STEADY), failed("heap"), Runs.run("r")))
                .isEmpty();
        assertThat(judge.judge((Bound) bound, done("m", STEADY)))
                .as("not without the other case")
                .isEmpty();
    }

    @Test
    void isUndecidedForRatioOfNegativeScore() {
        assertThat(judge.judge(
                        new Bound.Ratio("heap", 1), done("m", times(-1, STEADY)), done("heap", STEADY), Runs.run("r")))
                .hasValueSatisfying(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
                    assertThat(verdict.message()).endsWith("a fork's score is not above 0, so there is no ratio");
                });
    }

    @Test
    void isUndecidedForRatioWithOneForkPerSide() {
        assertThat(judge.judge(new Bound.Ratio("heap", 1), done("m", 200), done("heap", 100), Runs.run("r")))
                .hasValueSatisfying(verdict -> {
                    assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
                    assertThat(verdict.message()).endsWith(": 2 times, no interval with one fork");
                });
    }

    @Test
    void isUndecidedForMostlyStarvedCase() {
        CaseResult starved = MachinesTest.starved(done("m", times(2, STEADY)), 3);
        String why = "Measured iterations that waited for a processor: 100.0% in a.A.m:threads=1";

        assertThat(judge.judge(new Bound.Score(1, NANOS), starved)).hasValueSatisfying(verdict -> {
            assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
            assertThat(verdict.message()).endsWith("no worse than 1 ns/op: " + why);
        });
        assertThat(judge.judge(new Bound.Allocation(0), starved))
                .as("bytes are counted, not timed")
                .hasValueSatisfying(verdict -> assertThat(verdict.breached()).isTrue());
        Bound.Ratio ratio = new Bound.Ratio("heap", 1);
        assertThat(judge.judge(ratio, starved, done("heap", STEADY), Runs.run("r"))
                        .orElseThrow()
                        .message())
                .endsWith(": not compared: " + why);
        assertThat(judge.judge(ratio, done("heap", STEADY), starved, Runs.run("r"))
                        .orElseThrow()
                        .message())
                .endsWith(": not compared: " + why);
        assertThat(new BoundJudge(JudgeSettings.DEFAULTS.force()).judge(new Bound.Score(1, NANOS), starved))
                .hasValueSatisfying(verdict -> assertThat(verdict.breached()).isTrue());
    }

    @Test
    void skipsBoundOfOtherMode() {
        Bound.Percentile percentile = new Bound.Percentile(99, 1, NANOS);

        assertThat(judge.judge(percentile, done("m", STEADY))).isEmpty();
        assertThat(judge.judge(new Bound.Score(1, NANOS), failed("m"))).isEmpty();
    }

    @Test
    void requestsBytesIfForkDidNotCountThem() {
        assertThat(judge.judge(new Bound.Allocation(16), allocating("m", new double[] {100, 101}, 16, Double.NaN))
                        .orElseThrow()
                        .message())
                .isEqualTo("a.A.m:threads=1 may breach its bound, at most 16 B/op: bytes were not counted,"
                        + " as the profiler gc is not available");
    }

    @ParameterizedTest
    @CsvSource({"24, 24, KEPT", "24.0001, 24, KEPT", "32, 24, BREACHED", "0, 0, KEPT"})
    void treatsEqualBytesOfAllForksAsExact(double bytes, double limit, Outcome outcome) {
        BoundVerdict verdict = judge.judge(
                        new Bound.Allocation(limit), allocating("m", new double[] {100, 101}, bytes, bytes))
                .orElseThrow();

        assertThat(verdict.outcome()).isEqualTo(outcome);
        assertThat(verdict.message()).endsWith(" B/op").doesNotContain("interval");
        assertThat(verdict.breached()).isEqualTo(outcome == Outcome.BREACHED);
    }

    /**
     * Returns a case scored by the time of a unit, with the nanoseconds of the method that starts it as a secondary
     * result.
     */
    private static CaseResult units(CaseResult result, double body) {
        return new CaseResult(
                result.id(),
                result.plan(),
                result.status(),
                "",
                result.score(),
                Map.of(Metric.BODY, new Metric(body, 1, "ns/op")),
                result.forks());
    }

    @ParameterizedTest
    @CsvSource({"95, 1, BREACHED", "105, 1, KEPT", "95, 9000, BREACHED", "105, 9000, KEPT"})
    void judgesTimeOfUnitNotOfMethod(double limit, double body, Outcome outcome) {
        assertThat(judge.judge(new Bound.Score(limit, NANOS), units(done("m", STEADY), body)))
                .hasValueSatisfying(verdict -> assertThat(verdict.outcome()).isEqualTo(outcome));
    }

    /** The faster method has the slower unit. */
    @ParameterizedTest
    @CsvSource({"1.5, BREACHED", "2.1, KEPT"})
    void judgesRatioOfUnits(double limit, Outcome outcome) {
        assertThat(judge.judge(
                        new Bound.Ratio("heap", limit),
                        units(done("m", times(2, STEADY)), 10),
                        units(done("heap", STEADY), 900),
                        Runs.run("r")))
                .hasValueSatisfying(verdict -> assertThat(verdict.outcome()).isEqualTo(outcome));
    }

    /** With two calls per second, JMH's own bytes are a large share of the bytes per call; JMH does not count units. */
    @Test
    void judgesBytesPerCallOfMethod() {
        CaseResult result = allocating("m", STEADY, 24, 24, 24, 24, 24);
        Bound eight = new Bound.Allocation(8);

        assertThat(judge.judge(eight, result).orElseThrow().outcome()).isEqualTo(Outcome.BREACHED);
        assertThat(judge.judge(eight, units(result, 5e8)).orElseThrow().outcome())
                .isEqualTo(Outcome.KEPT);
    }
}
