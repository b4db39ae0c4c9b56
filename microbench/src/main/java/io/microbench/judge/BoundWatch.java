// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.BoundVerdict.Outcome;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunRecord;
import io.microbench.text.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Checks the cases of a run against their bounds, each as soon as it and its reference case are finished. */
public final class BoundWatch {

    private final Function<CaseId, List<Bound>> bounds;
    private final BoundJudge judge;
    private final Map<CaseId, CaseResult> finished = new HashMap<>();
    private int judged;
    private int undecided;

    /**
     * Watches one run.
     *
     * @param bounds returns the bounds of a case
     * @param settings how strictly; {@link JudgeSettings#cases} is the number of cases in the run
     */
    public BoundWatch(Function<CaseId, List<Bound>> bounds, JudgeSettings settings) {
        this.bounds = bounds;
        this.judge = new BoundJudge(settings);
    }

    /**
     * Records a finished case.
     *
     * @param run the run so far, which knows the nodes of the forks
     * @return verdicts on the bounds of the case, and on ratios of earlier cases to it; none for a case without a
     *     result
     */
    public List<BoundVerdict> finished(CaseResult result, RunRecord run) {
        List<BoundVerdict> verdicts = new ArrayList<>();
        for (Bound bound : bounds.apply(result.id())) {
            Optional<BoundVerdict> verdict = bound instanceof Bound.Ratio ratio
                    ? Optional.ofNullable(finished.get(Bounds.reference(result.id(), ratio)))
                            .flatMap(reference -> judge.judge(ratio, result, reference, run))
                    : judge.judge(bound, result);
            verdict.ifPresent(verdicts::add);
        }
        finished.forEach((id, earlier) -> verdicts.addAll(ratiosTo(result, earlier, run)));
        finished.put(result.id(), result);
        judged += verdicts.size();
        undecided += (int) verdicts.stream()
                .filter(verdict -> verdict.outcome() == Outcome.UNDECIDED)
                .count();
        return verdicts;
    }

    /** Returns a line with the number of undecided bounds; empty if none; called at the end. */
    public Optional<String> summary() {
        int unchecked = unchecked().size();
        return undecided + unchecked == 0
                ? Optional.empty()
                : Optional.of((undecided + unchecked) + " of " + Counted.of(judged + unchecked, "bound")
                        + " could not be checked, and no test fails for that. The reasons are printed above.");
    }

    private List<BoundVerdict> ratiosTo(CaseResult reference, CaseResult earlier, RunRecord run) {
        List<BoundVerdict> verdicts = new ArrayList<>();
        for (Bound bound : bounds.apply(earlier.id())) {
            if (bound instanceof Bound.Ratio ratio
                    && Bounds.reference(earlier.id(), ratio).equals(reference.id())) {
                judge.judge(ratio, earlier, reference, run).ifPresent(verdicts::add);
            }
        }
        return verdicts;
    }

    /**
     * Returns the bounds that were not checked because the reference case has not run or has failed; called at the end.
     */
    public List<String> unchecked() {
        List<String> open = new ArrayList<>();
        finished.keySet().stream()
                .sorted((a, b) -> a.text().compareTo(b.text()))
                .forEach(id -> {
                    for (Bound bound : bounds.apply(id)) {
                        if (bound instanceof Bound.Ratio ratio) {
                            CaseId reference = Bounds.reference(id, ratio);
                            CaseResult other = finished.get(reference);
                            if (other == null || !ForkValues.absence(other).isEmpty()) {
                                open.add(id.text() + ": its bound, " + bound.text() + ", was not checked, because "
                                        + reference.text() + " "
                                        + (other == null ? "has no result" : ForkValues.absence(other)));
                            }
                        }
                    }
                });
        return open;
    }
}
