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
 * <p>If neither run has nodes, the machines of the two runs are compared. Otherwise, the nodes of each case are compared, because only some
 * cases of a run on several machines may be comparable.
 */
record Machines(RunRecord baseline, RunRecord candidate) {

    static final String STARVED = "Measured iterations that waited for a processor: ";

    /**
     * Why results cannot be compared.
     *
     * @param busy whether most measured iterations waited for a processor; otherwise the environments differ
     */
    record Obstacle(String reason, boolean busy) {

        /** Returns the reason, and the next step. */
        String refusal() {
            return reason
                    + (busy
                            ? ". The machine was busy: measure again when it does nothing else"
                            : ". Numbers from different environments cannot be compared: measure both sides in the"
                                    + " same one")
                    + ", or force the comparison with -Dmicrobench.forceComparison=true";
        }
    }

    private boolean hasNodes() {
        return baseline.nodes().isPresent() || candidate.nodes().isPresent();
    }

    /** Returns the differences between the two machines; empty if a run has several machines. */
    List<EnvironmentDifference> differences() {
        return hasNodes()
                ? List.of()
                : EnvironmentComparison.differences(baseline.environment(), candidate.environment());
    }

    /** Returns why two cases cannot be compared because their nodes differ or were too busy; empty if they can be compared. */
    Optional<Obstacle> obstacle(CaseResult before, CaseResult after) {
        Optional<String> nodes =
                hasNodes() ? NodeSimilarity.obstacle(baseline, before, candidate, after) : Optional.empty();
        return nodes.map(reason -> new Obstacle(reason, false)).or(() -> starved(before, after));
    }

    private static Optional<Obstacle> starved(CaseResult before, CaseResult after) {
        StringJoiner sides = new StringJoiner(" and ", STARVED, "").setEmptyValue("");
        starved("the baseline", before).ifPresent(sides::add);
        starved("the candidate", after).ifPresent(sides::add);
        return sides.length() == 0 ? Optional.empty() : Optional.of(new Obstacle(sides.toString(), true));
    }

    /** Describes the share of a side's iterations that were starved; empty unless most were starved. */
    static Optional<String> starved(String side, CaseResult result) {
        return result.isMostlyStarved()
                ? Optional.of(Numbers.percent(result.starvedShare().orElseThrow()) + " in " + side)
                : Optional.empty();
    }

    /**
     * Adds notes about the machines to a verdict, and makes it undecided if the machine may explain the change: the change must remain
     * significant relative to the time of the fixed CPU task before each fork, and the values of successive forks must be independent.
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
        return doubt.isEmpty() ? marked : marked.withChangedMachine(doubt);
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
                return "compared with the fixed CPU task before each fork, which took " + Numbers.fixed(longer, 2)
                        + "x the time in the candidate, the change is not significant";
            }
        }
        double p = pair.serialDependence();
        // A stricter level of verdicts must not make this test less strict.
        return p <= Math.max(settings.level(), JudgeSettings.LEVEL)
                ? "the values of successive forks depend on each other (p = " + Numbers.probability(p) + ")"
                : "";
    }

    /** Returns the times of the fixed CPU task before each fork, in seconds; empty if any of them is unknown. */
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
                                + ": the fixed CPU task took "
                                + Numbers.fixed(1 + drift.low(), 2) + "x to " + Numbers.fixed(1 + drift.high(), 2)
                                + "x its median time")
                        .orElse("");
    }
}
