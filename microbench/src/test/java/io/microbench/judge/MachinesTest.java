// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import static io.microbench.judge.Runs.STEADY;
import static io.microbench.judge.Runs.TEN;
import static io.microbench.judge.Runs.done;
import static io.microbench.judge.Runs.run;
import static io.microbench.judge.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseResult;
import io.microbench.result.IterationResult;
import io.microbench.result.MadeRecords;
import io.microbench.result.RunRecord;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how changes of the machine during two stored runs affect verdicts. */
class MachinesTest {

    private static final CaseResult BEFORE = done("m", STEADY);
    private static final CaseResult AFTER = done("m", times(1.3, STEADY));

    @TempDir
    Path folder;

    private static RunComparison compare(RunRecord baseline, RunRecord candidate) {
        return Judge.compare("old", baseline, "new", candidate, JudgeSettings.DEFAULTS);
    }

    /** Returns the case with this many of the three measured iterations of each fork starved. */
    static CaseResult starved(CaseResult result, int many) {
        return result.withForks(result.forks().stream()
                .map(fork -> fork.toBuilder()
                        .iterations(fork.iterations().stream()
                                .map(each -> new IterationResult(
                                        each.phase(),
                                        each.number(),
                                        each.end(),
                                        each.score(),
                                        1,
                                        each.percentiles(),
                                        each.secondary(),
                                        Optional.of(MadeRecords.signs(1, 0.5, 0, 0, 0, 0, each.number() <= many))))
                                .toList())
                        .build())
                .toList());
    }

    private static RunRecord calibrated(RunRecord run, double... cpuSeconds) {
        return run.withCalibration(new Calibration(
                new ClockCheck(20, 20),
                Optional.empty(),
                Arrays.stream(cpuSeconds)
                        .mapToObj(seconds -> new CalibrationRound(MadeRecords.START, seconds, 0.001))
                        .toList()));
    }

    @Test
    void givesNoVerdictOnMostlyStarvedIterations() {
        RunComparison all = compare(run("old", BEFORE), run("new", starved(AFTER, 3)));
        assertThat(all.refusal().orElseThrow())
                .startsWith(
                        "Measured iterations that waited for a processor: 100.0% in the candidate. The machine was busy: ")
                .doesNotContain("environments");

        RunComparison some = compare(
                run("old", starved(BEFORE, 2), done("n", STEADY)), run("new", AFTER, done("n", times(1.3, STEADY))));
        assertThat(some.verdicts())
                .extracting(CaseVerdict::summary)
                .anySatisfy(
                        line -> assertThat(line)
                                .isEqualTo(
                                        "UNDECIDED; not compared: Measured iterations that waited for a processor: 66.7% in the baseline"));
        assertThat(some.count(Verdict.SLOWER)).isOne();

        RunComparison few = compare(run("old", starved(BEFORE, 1)), run("new", starved(AFTER, 1)));
        assertThat(few.count(Verdict.SLOWER)).isOne();
    }

    @Test
    void readsStarvedIterationsFromSavedBaseline() {
        Baselines baselines = new Baselines(folder);
        baselines.save("busy", run("old", starved(BEFORE, 2)));
        RunRecord candidate = run("new", AFTER);

        assertThat(baselines
                        .find("busy")
                        .orElseThrow()
                        .judge(AFTER, candidate, JudgeSettings.DEFAULTS)
                        .orElseThrow()
                        .summary())
                .contains(
                        "UNDECIDED; not compared: Measured iterations that waited for a processor: 100.0% in the baseline");
    }

    @Test
    void givesNoVerdictOnChangeExplainedByMachine() {
        CaseVerdict verdict = compare(
                        calibrated(run("old", BEFORE), 0.010, 0.010), calibrated(run("new", AFTER), 0.013, 0.013))
                .verdicts()
                .get(0);

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(verdict.ratio()).isLessThan(0.8);
        assertThat(VerdictBuilder.of(verdict).note("").build().mayBeTheMachine())
                .as("the note is only a text")
                .isTrue();
        assertThat(verdict.note())
                .isEqualTo("the machine may have changed as much; compared with the fixed CPU task before each fork,"
                        + " which took 1.30x the time in the candidate, the change is not significant; measure both"
                        + " builds alternately: microbench compare A B");
    }

    @Test
    void explainsSmallChangeBySmallChangeOfMachine() {
        RunRecord baseline = calibrated(run("old", BEFORE), 0.010);
        RunRecord candidate = calibrated(run("new", done("m", times(1.05, STEADY))), 0.0105);

        assertThat(compare(baseline, candidate).count(Verdict.UNDECIDED)).isOne();
        assertThat(compare(baseline, run("new", done("m", times(1.05, STEADY)))).count(Verdict.SLOWER))
                .isOne();
    }

    @Test
    void explainsChangesOfRates() {
        RunRecord baseline = calibrated(run("old", done("m", "thrpt", "ops/s", Runs.Facts.USUAL, STEADY)), 0.010);
        CaseResult fewer = done("m", "thrpt", "ops/s", Runs.Facts.USUAL, times(0.95, STEADY));
        CaseResult more = done("m", "thrpt", "ops/s", Runs.Facts.USUAL, times(1.05, STEADY));

        assertThat(compare(baseline, calibrated(run("new", fewer), 0.0105)).count(Verdict.UNDECIDED))
                .isOne();
        assertThat(compare(baseline, calibrated(run("new", more), 0.0105)).count(Verdict.FASTER))
                .isOne();
    }

    /** Uses the time of the fixed CPU task before each fork, not its time in the whole run. */
    @Test
    void usesCalibrationBeforeEachFork() {
        RunRecord late = calibrated(run("new", AFTER), 0.013);
        Calibration then = late.calibration().orElseThrow();
        CalibrationRound round = then.rounds().get(0);
        RunRecord later = late.withCalibration(then.withRounds(List.of(
                new CalibrationRound(round.time(), 0.010, 0.001),
                new CalibrationRound(round.time().plusSeconds(1), 0.013, 0.001),
                new CalibrationRound(round.time().plusSeconds(2), 0.013, 0.001))));

        assertThat(compare(calibrated(run("old", BEFORE), 0.010), later).count(Verdict.SLOWER))
                .isOne();
    }

    @Test
    void givesNoVerdictOnDependentForks() {
        CaseResult rising = inOrder(done("m", times(1.01, TEN)));
        CaseResult slower = inOrder(done("m", times(1.06, TEN)));

        RunComparison comparison = compare(run("old", rising), run("new", slower));

        assertThat(comparison.verdicts().get(0).note())
                .startsWith("the machine may have changed as much; the values of successive forks depend on each other"
                        + " (p = ")
                .endsWith("); measure both builds alternately: microbench compare A B");
        assertThat(comparison.verdicts().get(0).ratio()).isEqualTo(1.01 / 1.06, within(1e-9));
        assertThat(compare(run("old", rising), run("new", inOrder(done("m", times(2, TEN)))))
                        .count(Verdict.SLOWER))
                .as("a large change")
                .isOne();
    }

    @Test
    void reportsNothingJudgedIfMachineExplainsAllCases() {
        RunRecord baseline = calibrated(run("old", done("m", TEN), done("n", TEN)), 0.010);
        RunRecord all = calibrated(run("new", done("m", times(1.3, TEN)), done("n", times(1.3, TEN))), 0.013);
        RunRecord one = calibrated(run("new", done("m", times(1.3, TEN)), done("n", TEN)), 0.013);

        assertThat(compare(baseline, all).judgedNothing()).isTrue();
        assertThat(compare(baseline, one).judgedNothing()).isFalse();
    }

    @Test
    void statesThatLevelAssumesEquallyFastMachine() {
        assertThat(compare(run("old", BEFORE), run("new", AFTER)).condition())
                .contains("if the machine was equally fast in both runs (not required if microbench compare A B"
                        + " measures both builds alternately)");
    }

    private static CaseResult inOrder(CaseResult result) {
        return result.withForks(result.forks().stream()
                .map(fork -> fork.toBuilder()
                        .start(MadeRecords.START.plusSeconds(fork.number()))
                        .build())
                .toList());
    }

    @Test
    void keepsChangeThatExceedsThatOfMachine() {
        RunRecord baseline = calibrated(run("old", BEFORE), 0.010, 0.010);
        RunRecord slowed = calibrated(run("new", done("m", times(2, STEADY))), 0.013, 0.013);
        RunRecord against = calibrated(run("new", done("m", times(0.8, STEADY))), 0.013, 0.013);
        RunRecord hardly = calibrated(run("new", AFTER), 0.0105, 0.0105);

        assertThat(compare(baseline, slowed).count(Verdict.SLOWER)).isOne();
        assertThat(compare(baseline, against).count(Verdict.FASTER)).isOne();
        assertThat(compare(baseline, hardly).count(Verdict.SLOWER)).isOne();
    }

    @Test
    void keepsLargeChangeDespiteNoisyCalibration() {
        double[] five = {1, 1.005, 0.995, 1.002, 0.998};
        RunRecord before = spread(run("old", inOrder(done("m", five)), inOrder(done("n", five))), 0.985, 1.015);
        RunRecord after =
                spread(run("new", inOrder(done("m", times(1.53, five))), inOrder(done("n", five))), 1.015, 0.985);

        assertThat(compare(before, after).count(Verdict.SLOWER)).isOne();
    }

    /**
     * The fixed CPU task takes as long before the first fork as before the third, and before the second as before the
     * fourth.
     */
    private static RunRecord spread(RunRecord run, double... work) {
        Calibration none = calibrated(run).calibration().orElseThrow();
        return run.withCalibration(none.withRounds(IntStream.range(0, 10)
                .mapToObj(i ->
                        new CalibrationRound(MadeRecords.START.plusSeconds(i), 0.01 * work[i % work.length], 0.001))
                .toList()));
    }

    /** The second of two cases is significant after Holm, but would not be after Bonferroni. */
    @Test
    void keepsVerdictsOfStableMachine() {
        double[] fast = {100, 101, 102, 103, 104, 109.5};
        double[] slow = {108, 109, 110, 111, 112, 113};
        RunRecord before = run("old", done("m", fast), done("n", 1, 1.001, 1.002, 1.003, 1.004, 1.005));
        RunRecord after = run("new", done("m", slow), done("n", 1.2, 1.201, 1.202, 1.203, 1.204, 1.205));

        assertThat(compare(before, after).count(Verdict.SLOWER)).isEqualTo(2);
        assertThat(compare(calibrated(before, 0.01), calibrated(after, 0.01)).count(Verdict.SLOWER))
                .isEqualTo(2);
    }

    @Test
    void marksDriftOfMachineInRow() {
        RunComparison comparison =
                compare(run("old", BEFORE), calibrated(run("new", AFTER), 0.010, 0.0026, 0.010, 0.0366, 0.010));

        assertThat(comparison.count(Verdict.SLOWER)).isOne();
        assertThat(comparison.verdicts().get(0).note())
                .isEqualTo("the machine's speed changed during the candidate: the fixed CPU task took 0.26x to"
                        + " 3.66x its median time");
    }
}
