// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.stats.Confidence;
import io.microbench.stats.ForkEstimate;
import java.util.OptionalInt;

/**
 * Describes the precision of a case's value and the number of forks that a higher precision requires.
 *
 * @param forks number of forks with a value
 * @param halfWidth half of the 95 % interval over forks, as a share of the value; infinite with fewer than two forks
 * @param unsteady number of forks that did not become steady although they had enough time
 * @param cut number of forks whose time was up before the rule had decided whether they were steady
 * @param starved number of iterations, over all forks, whose threads waited for a processor for longer than accepted
 * @param iterations number of iterations of all forks
 * @param forksForTarget estimated total number of forks for the requested {@code halfWidth}, or for half of the current
 *     one if none was requested; empty if it is reached, or the number cannot be estimated
 */
public record CaseReach(
        int forks, double halfWidth, int unsteady, int cut, long starved, long iterations, OptionalInt forksForTarget) {

    /** Returns the precision that a case has reached. */
    public static CaseReach of(CaseResult result) {
        double[] values = result.forkValues();
        double halfWidth = values.length < 2
                ? Double.POSITIVE_INFINITY
                : ForkEstimate.of(values)
                        .relativeHalfWidth(Confidence.PRECISION.level())
                        .orElse(Double.POSITIVE_INFINITY);
        return new CaseReach(
                values.length,
                halfWidth,
                count(result, ForkStop.State.UNSTEADY),
                count(result, ForkStop.State.OUT_OF_TIME),
                result.forks().stream().mapToLong(ForkResult::starvedIterations).sum(),
                result.forks().stream()
                        .mapToLong(fork -> fork.iterations().size())
                        .sum(),
                forksForTarget(result, values, halfWidth));
    }

    private static int count(CaseResult result, ForkStop.State state) {
        return (int) result.forks().stream().filter(fork -> fork.ended(state)).count();
    }

    private static OptionalInt forksForTarget(CaseResult result, double[] values, double halfWidth) {
        if (values.length < 2 || !Double.isFinite(halfWidth) || halfWidth <= 0) {
            return OptionalInt.empty();
        }
        double target =
                result.plan().adaptive().flatMap(AdaptivePlan::precision).orElse(halfWidth / 2);
        return halfWidth <= target
                ? OptionalInt.empty()
                : ForkEstimate.of(values).forksFor(target, Confidence.PRECISION.level());
    }

    /** Returns whether a fork did not become steady. */
    public boolean isUnsteady() {
        return unsteady > 0;
    }
}
