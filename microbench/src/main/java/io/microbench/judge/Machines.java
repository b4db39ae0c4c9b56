/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.result.Calibration;
import io.microbench.result.CaseResult;
import io.microbench.result.Drift;
import io.microbench.result.Likeness;
import io.microbench.result.RunRecord;
import io.microbench.stats.Interval;
import io.microbench.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Tells why what two runs measured on their machines does not compare.
 *
 * <p>Where neither run has nodes the machine of the one is held against that of the other, as a whole. Where one has
 * some, each case is: a run on several machines may have some cases that compare, and others that do not.
 */
final class Machines {

    static final String STARVED = "Iterations that waited for a processor: ";

    private final RunRecord baseline;
    private final RunRecord candidate;

    Machines(RunRecord baseline, RunRecord candidate) {
        this.baseline = baseline;
        this.candidate = candidate;
    }

    private boolean hasNodes() {
        return baseline.nodes().isPresent() || candidate.nodes().isPresent();
    }

    /** Returns what differs between the two machines; empty where a run has several. */
    List<EnvironmentDifference> differences() {
        return hasNodes()
                ? List.of()
                : EnvironmentComparison.differences(baseline.environment(), candidate.environment());
    }

    /**
     * Returns why two cases do not compare because of the nodes that measured them, or because these were too busy; empty if they
     * do.
     */
    String obstacle(CaseResult before, CaseResult after) {
        String nodes = hasNodes()
                ? Likeness.obstacle(baseline, before, candidate, after).orElse("")
                : "";
        return nodes.isEmpty() ? starved(before, after) : nodes;
    }

    private static String starved(CaseResult before, CaseResult after) {
        StringJoiner sides = new StringJoiner(" and ", STARVED, "").setEmptyValue("");
        starved("the baseline", before).ifPresent(sides::add);
        starved("the candidate", after).ifPresent(sides::add);
        return sides.toString();
    }

    /** Returns which share of the iterations of a side was starved; empty if not most of them. */
    static Optional<String> starved(String side, CaseResult result) {
        return result.isMostlyStarved()
                ? Optional.of(Numbers.percent(result.starvedShare().orElseThrow()) + " in " + side)
                : Optional.empty();
    }

    /**
     * Adds to a verdict what the calibration says about both machines. A change that is no larger than that of the same processor work is
     * not attributed to the code.
     */
    CaseVerdict calibrated(CaseVerdict verdict, JudgeSettings settings) {
        String differences = EnvironmentComparison.mark(differences());
        CaseVerdict marked =
                verdict.with(differences).with(drift("baseline", baseline)).with(drift("candidate", candidate));
        double longer = longer();
        if (!verdict.verdict().decided()
                || verdict.verdict() == Verdict.SAME
                || Math.abs(Math.log(longer)) <= Math.log1p(Likeness.SPEED)) {
            return marked;
        }
        Interval code = new Interval(verdict.low() * longer, verdict.high() * longer, settings.confidence());
        return Verdict.of(code, settings.tolerance()) == verdict.verdict()
                ? marked
                : marked.undecided("the machine changed as much: the same processor work took "
                        + Numbers.fixed(longer, 2) + "x the time in the candidate");
    }

    /** Returns how much longer the same processor work took in the candidate, as a ratio; 1 where that is not known. */
    private double longer() {
        Optional<Double> before = work(baseline);
        Optional<Double> after = work(candidate);
        return hasNodes() || before.isEmpty() || after.isEmpty() ? 1 : after.get() / before.get();
    }

    private static Optional<Double> work(RunRecord run) {
        return run.calibration().flatMap(Calibration::usualCpuSeconds);
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
