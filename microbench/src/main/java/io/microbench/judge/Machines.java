// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.RunComparison.EnvironmentDifference;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.Drift;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.result.NodeSimilarity;
import io.microbench.result.RunRecord;
import io.microbench.stats.ForkRatio;
import io.microbench.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Determines why results of two runs cannot be compared because of their machines.
 *
 * <p>If neither run has nodes, the machines of the two runs are compared. If one has nodes, this is done for each case,
 * as a run on several machines may have comparable cases and others.
 */
record Machines(RunRecord baseline, RunRecord candidate) {

    static final String STARVED = "Iterations that waited for a processor: ";

    private boolean hasNodes() {
        return baseline.nodes().isPresent() || candidate.nodes().isPresent();
    }

    /** Returns the differences between the two machines; empty if a run has several. */
    List<EnvironmentDifference> differences() {
        return hasNodes()
                ? List.of()
                : EnvironmentComparison.differences(baseline.environment(), candidate.environment());
    }

    /** Returns why two cases cannot be compared because their nodes differ or were too busy; empty if they can. */
    String obstacle(CaseResult before, CaseResult after) {
        String nodes = hasNodes()
                ? NodeSimilarity.obstacle(baseline, before, candidate, after).orElse("")
                : "";
        return nodes.isEmpty() ? starved(before, after) : nodes;
    }

    private static String starved(CaseResult before, CaseResult after) {
        StringJoiner sides = new StringJoiner(" and ", STARVED, "").setEmptyValue("");
        starved("the baseline", before).ifPresent(sides::add);
        starved("the candidate", after).ifPresent(sides::add);
        return sides.toString();
    }

    /** Returns the share of starved iterations of a side; empty unless most iterations were starved. */
    static Optional<String> starved(String side, CaseResult result) {
        return result.isMostlyStarved()
                ? Optional.of(Numbers.percent(result.starvedShare().orElseThrow()) + " in " + side)
                : Optional.empty();
    }

    /**
     * Adds the facts about both machines to a verdict. A change that the machine may explain is not attributed to the code: it has to
     * remain significant after division by the time of the same processor work before each fork, and successive forks must not depend on
     * each other.
     */
    CaseVerdict calibrated(CaseVerdict verdict, CasePair pair, double adjusted, JudgeSettings settings) {
        CaseVerdict marked = verdict.with(EnvironmentComparison.mark(differences()))
                .with(drift("baseline", baseline))
                .with(drift("candidate", candidate));
        boolean changed = verdict.verdict() == Verdict.SLOWER || verdict.verdict() == Verdict.FASTER;
        if (!changed || pair.speed().isEmpty()) {
            return marked;
        }
        String doubt = doubt(verdict.verdict(), pair, adjusted, settings);
        return doubt.isEmpty() ? marked : marked.undecided(doubt + CaseVerdict.ALTERNATELY);
    }

    private String doubt(Verdict verdict, CasePair pair, double adjusted, JudgeSettings settings) {
        Optional<double[]> before = work(baseline, pair.baselineForks());
        Optional<double[]> after = work(candidate, pair.candidateForks());
        if (before.isPresent() && after.isPresent()) {
            SpeedTest code = pair.testAgainst(before.get(), after.get(), settings);
            double same = Math.min(1, code.p() * adjusted / pair.p());
            Verdict again = pair.isLarge() ? code.shown(settings.tolerance()) : code.verdict(same, settings);
            if (again != verdict) {
                double longer = ForkRatio.of(before.get(), after.get()).ratio();
                return CaseVerdict.MACHINE_CHANGED
                        + "; compared with the same processor work before each fork, which took "
                        + Numbers.fixed(longer, 2) + "x the time in the candidate, the change is not significant";
            }
        }
        double p = pair.serialDependence();
        // A stricter level of verdicts does not make this test less strict.
        return p <= Math.max(settings.level(), JudgeSettings.LEVEL)
                ? CaseVerdict.MACHINE_CHANGED + "; the values of successive forks depend on each other (p = "
                        + Numbers.probability(p) + ")"
                : "";
    }

    /** Returns the time of the processor work before each fork, in seconds; empty if it is not known for all. */
    private static Optional<double[]> work(RunRecord run, List<ForkResult> forks) {
        double[] seconds = forks.stream()
                .mapToDouble(fork -> run.calibration(fork)
                        .flatMap(calibration -> calibration.roundBefore(fork.start()))
                        .map(CalibrationRound::cpuSeconds)
                        .orElse(0.0))
                .toArray();
        return Arrays.stream(seconds).allMatch(work -> work > 0) ? Optional.of(seconds) : Optional.empty();
    }

    private String drift(String side, RunRecord run) {
        return hasNodes()
                ? ""
                : run.calibration()
                        .flatMap(Calibration::cpu)
                        .filter(Drift::isWorthAWarning)
                        .map(drift -> "the machine's speed changed during the " + side
                                + ": the same processor work took "
                                + Numbers.fixed(1 + drift.low(), 2) + "x to " + Numbers.fixed(1 + drift.high(), 2)
                                + "x its median time")
                        .orElse("");
    }
}
