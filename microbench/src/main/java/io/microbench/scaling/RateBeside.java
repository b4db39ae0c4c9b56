// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.scaling;

import io.microbench.result.CaseResult;
import io.microbench.result.CurvePlan;
import io.microbench.result.ForkResult;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkEstimate;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A secondary result that is the rate of all workers, and is used instead of the score.
 *
 * @param label of the secondary result
 */
public record RateBeside(CaseResult result, String label) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Returns the first of the results in {@link CurvePlan#rates} that the case has as a rate; empty without one. */
    public static Optional<RateBeside> of(CaseResult result) {
        return result.plan().curve().map(CurvePlan::rates).stream()
                .flatMap(labels -> labels.stream())
                .filter(label -> Optional.ofNullable(result.secondary().get(label))
                        .filter(metric -> perNano(metric).isPresent())
                        .isPresent())
                .findFirst()
                .map(label -> new RateBeside(result, label));
    }

    private static Optional<Double> perNano(Metric metric) {
        return ScoreUnit.parse(metric.unit())
                .filter(ScoreUnit::higherIsBetter)
                .map(unit -> metric.score() / unit.nanos());
    }

    /**
     * Returns a secondary result for display. The rate of a curve has the same value here as on the curve; any other result has JMH's
     * value.
     */
    public static Metric metric(CaseResult result, String label, Metric metric) {
        double[] rates = of(result)
                .filter(beside -> beside.label().equals(label))
                .map(RateBeside::ofForks)
                .orElse(new double[0]);
        return rates.length == 0
                ? metric
                : new Metric(
                        ForkEstimate.of(rates).value() * ScoreUnit.factor("ops/s", metric.unit()),
                        Double.NaN,
                        metric.unit());
    }

    double[] ofForks() {
        return result.forksWithValue().stream()
                .map(this::ofIterations)
                .filter(rates -> rates.length > 0)
                .mapToDouble(ForkEstimate::forkValue)
                .toArray();
    }

    private double[] ofIterations(ForkResult fork) {
        return fork.measured().stream()
                .flatMap(iteration -> Stream.ofNullable(iteration.secondary().get(label)))
                .flatMap(metric -> perNano(metric).stream())
                .mapToDouble(perNano -> perNano * NANOS_PER_SECOND)
                .filter(Double::isFinite)
                .toArray();
    }
}
