// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ScoreUnit;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Converts scores to the time of one call of the benchmark method in one thread. */
final class CallTime {

    private CallTime() {}

    /**
     * Returns the nanoseconds of one call; empty unless the score is above 0 and the unit is a time or a rate.
     *
     * @param unit the unit of the score
     * @param score of the case, or of one of its iterations
     */
    static Optional<Double> of(CaseResult result, String unit, double score) {
        return of(result, unit).map(call -> call.applyAsDouble(score)).filter(nanos -> !nanos.isNaN());
    }

    /**
     * Returns the function from a score to the nanoseconds of one call, NaN for a score that is not above 0; empty for a unit
     * that is neither a time nor a rate.
     *
     * @param unit the unit of the scores
     */
    static Optional<DoubleUnaryOperator> of(CaseResult result, String unit) {
        CasePlan plan = result.plan();
        return ScoreUnit.parse(unit).map(u -> score -> {
            if (!(score > 0) || !Double.isFinite(score)) {
                return Double.NaN;
            }
            double operation = u.higherIsBetter() ? plan.threads() * u.nanos() / score : u.nanos() * score;
            return operation * plan.operationsPerInvocation() / batch(plan);
        });
    }

    /** Returns the number of calls that JMH times together: in single-shot mode the score is that of a batch. */
    static int batch(CasePlan plan) {
        return plan.mode().isSingleShot() ? Math.max(1, plan.measurement().batchSize()) : 1;
    }
}
