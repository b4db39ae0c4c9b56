// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.stats.ForkRatio;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One case of a baseline and a candidate, read and tested but not judged: its p value first has to be adjusted for the
 * other cases.
 */
final class CasePair {

    static final String NOT_COMPARED = "not compared: ";
    static final String FORCED = "FORCED although ";

    private final ForkValues baseline;
    private final ForkValues candidate;
    private final double[] baselineValues;
    private final Speed speed;
    private final List<EnvironmentDifference> differences;

    private sealed interface Speed {

        double p();

        /**
         * Tested at a level.
         *
         * @param level level of the settings
         */
        record Tested(SpeedTest test, double level) implements Speed {

            @Override
            public double p() {
                return test.p();
            }
        }

        record Judged(CaseVerdict verdict) implements Speed {

            @Override
            public double p() {
                return verdict.p();
            }
        }
    }

    private CasePair(ForkValues baseline, ForkValues candidate, double[] baselineValues, Speed speed) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.baselineValues = baselineValues;
        this.speed = speed;
        this.differences = EnvironmentComparison.differences(baseline, candidate);
    }

    /**
     * Reads both sides.
     *
     * @throws JudgeException if a side is not in JMH's form, or the units of the two cannot be converted
     */
    static CasePair of(CaseResult baseline, CaseResult candidate, JudgeSettings settings) {
        ForkValues before = ForkValues.of(baseline);
        ForkValues after = ForkValues.of(candidate);
        double[] values = before.valuesIn(after);
        if (!AnytimeJudge.positive(values) || !AnytimeJudge.positive(after.values())) {
            CaseVerdict undecided = AnytimeJudge.undecidable(
                    candidate.id(), after.unit().symbol(), after.unit().higherIsBetter(), values, after.values());
            return new CasePair(before, after, values, new Speed.Judged(undecided));
        }
        SpeedTest test = SpeedTest.of(values, after.values(), after.unit().higherIsBetter(), settings);
        return new CasePair(before, after, values, new Speed.Tested(test, settings.level()));
    }

    /**
     * Reads both sides of a case whose speed is already judged.
     *
     * @throws JudgeException if a side is not in JMH's form, or the units of the two cannot be converted
     */
    static CasePair judged(CaseResult baseline, CaseResult candidate, CaseVerdict verdict) {
        ForkValues before = ForkValues.of(baseline);
        ForkValues after = ForkValues.of(candidate);
        return new CasePair(before, after, before.valuesIn(after), new Speed.Judged(verdict));
    }

    /** Returns whether this is the test of the given result, at the level of the settings. */
    boolean isTestOf(CaseResult result, JudgeSettings settings) {
        return speed instanceof Speed.Tested tested
                && tested.level() == settings.level()
                && candidate.result().equals(result);
    }

    /** Returns why the two cannot be judged if one has no result; otherwise empty. */
    static Optional<String> absence(CaseResult baseline, CaseResult candidate) {
        String before = ForkValues.absence(baseline);
        String after = ForkValues.absence(candidate);
        if (!after.isEmpty()) {
            return Optional.of(after + " in the candidate");
        }
        return before.isEmpty() ? Optional.empty() : Optional.of(before + " in the baseline");
    }

    CaseId id() {
        return candidate.result().id();
    }

    List<EnvironmentDifference> differences() {
        return differences;
    }

    /** Returns whether the way the case was measured rules out a comparison. */
    boolean hindered() {
        return differences.stream().anyMatch(EnvironmentDifference::decisive);
    }

    /** Returns the p value; NaN without a test. */
    double p() {
        return speed.p();
    }

    /** Returns the ratio of the test; empty if the speed was judged otherwise. */
    Optional<ForkRatio> speed() {
        return speed instanceof Speed.Tested tested ? Optional.of(tested.test().speed()) : Optional.empty();
    }

    List<ForkResult> baselineForks() {
        return baseline.forks();
    }

    List<ForkResult> candidateForks() {
        return candidate.forks();
    }

    /**
     * Returns the test of the speed relative to that of other work.
     *
     * @param baselineWork seconds that it took at each fork of the baseline
     * @param candidateWork seconds that it took at each fork of the candidate
     */
    SpeedTest testAgainst(double[] baselineWork, double[] candidateWork, JudgeSettings settings) {
        boolean higherIsBetter = candidate.unit().higherIsBetter();
        return SpeedTest.of(
                against(baselineValues, baselineWork, higherIsBetter),
                against(candidate.values(), candidateWork, higherIsBetter),
                higherIsBetter,
                settings);
    }

    private static double[] against(double[] values, double[] work, boolean rates) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> rates ? values[i] * work[i] : values[i] / work[i])
                .toArray();
    }

    /** Returns whether the speed was tested and the change is {@link SpeedTest#isLarge large}. */
    boolean isLarge() {
        return speed instanceof Speed.Tested tested && tested.test().isLarge();
    }

    /** Returns the p value of {@link SerialDependence}; 1 if the change is large, or the order of the forks is unknown. */
    double serialDependence() {
        if (isLarge()) {
            return 1;
        }
        Optional<double[]> before = baseline.inOrderOfTime();
        Optional<double[]> after = candidate.inOrderOfTime();
        return before.isEmpty() || after.isEmpty() ? 1 : SerialDependence.pValue(before.get(), after.get());
    }

    /** Judges the case, given its p value adjusted for all cases that are judged together. */
    CaseVerdict verdict(double adjusted, JudgeSettings settings) {
        String obstacle = EnvironmentComparison.obstacle(differences);
        if (!obstacle.isEmpty() && !settings.forced()) {
            return CaseVerdict.without(id(), NOT_COMPARED + obstacle);
        }
        Optional<AllocationVerdict> allocation =
                AllocationTest.of(baseline.allocations(), candidate.allocations(), settings);
        if (speed instanceof Speed.Judged judged) {
            return judged.verdict().toBuilder().allocation(allocation).build();
        }
        SpeedTest test = ((Speed.Tested) speed).test();
        CaseVerdict verdict =
                Judge.verdict(id(), candidate.unit(), baselineValues, candidate.values(), test, adjusted, settings);
        return verdict.with(
                        Optional.empty(),
                        AllocationTest.obstacle(baseline.allocations(), candidate.allocations(), settings))
                .with(allocation, obstacle.isEmpty() ? "" : FORCED + obstacle)
                .with(EnvironmentComparison.mark(differences))
                .with(leftOut("baseline", baseline))
                .with(leftOut("candidate", candidate));
    }

    private static String leftOut(String side, ForkValues forks) {
        String what = forks.result().leftOut();
        return what.isEmpty() ? "" : side + ": " + what;
    }
}
