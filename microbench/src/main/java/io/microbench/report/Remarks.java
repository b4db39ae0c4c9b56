// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.judge.CaseVerdict;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CaseReach;
import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.stats.Confidence;
import io.microbench.text.Counted;
import io.microbench.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Formats remarks on a case: the precision of its score, and disturbances. */
final class Remarks {

    private Remarks() {}

    static List<String> of(CaseResult result) {
        List<String> remarks = new ArrayList<>(warnings(result));
        if (result.status() == Status.DONE) {
            // The precision is listed before disturbances.
            int at = CaseReach.of(result).isUnsteady() || result.plan().inProcess() ? 1 : 0;
            result.plan()
                    .adaptive()
                    .ifPresent(plan -> remarks.add(Math.min(at, remarks.size()), reached(plan, CaseReach.of(result))));
        }
        return remarks;
    }

    /** Returns short warnings about the score of a case, the most important first. */
    static List<String> warnings(CaseResult result) {
        List<String> warnings = new ArrayList<>();
        if (result.plan().inProcess()) {
            warnings.add("in-process, not comparable");
        }
        if (result.status() != Status.DONE) {
            return warnings;
        }
        CaseReach reach = CaseReach.of(result);
        if (reach.isUnsteady()) {
            warnings.add("possibly unsteady in " + reach.unsteady() + " of " + Counted.of(reach.forks(), "fork"));
        }
        if (reach.cut() > 0) {
            warnings.add(reach.cut() + " of " + Counted.of(reach.forks(), "fork") + " cut short");
        }
        if (reach.starved() > 0) {
            warnings.add(reach.starved() + " of " + reach.iterations() + " iterations waited for a processor");
        }
        return warnings;
    }

    private static String reached(AdaptivePlan plan, CaseReach reach) {
        return width(plan, reach)
                + plan.training()
                        .map(id -> "; planned by the training run " + id)
                        .orElse("");
    }

    private static String width(AdaptivePlan plan, CaseReach reach) {
        if (!Double.isFinite(reach.halfWidth())) {
            return Counted.of(reach.forks(), "fork") + ", no interval";
        }
        String width = "±" + Numbers.percent(reach.halfWidth()) + " (" + Confidence.PRECISION.percent() + ") with "
                + Counted.of(reach.forks(), "fork");
        if (reach.forksForTarget().isPresent()) {
            double target = plan.precision().orElse(reach.halfWidth() / 2);
            int forks = reach.forksForTarget().getAsInt();
            return width
                    + (CaseVerdict.isReasonable(forks - reach.forks())
                            ? "; ±" + Numbers.percent(target) + " would take about " + forks
                            : "; more forks are unlikely to reach ±" + Numbers.percent(target));
        }
        Optional<Double> missed = plan.precision().filter(requested -> reach.halfWidth() > requested);
        return missed.map(requested -> width + "; ±" + Numbers.percent(requested) + " is out of reach")
                .orElse(width);
    }
}
