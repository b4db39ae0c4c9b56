// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import io.microbench.result.CaseResult;
import io.microbench.stats.Confidence;
import io.microbench.stats.Descriptive;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.ForkRatio;
import io.microbench.stats.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Statistics over the forks of a case; NaN for unknown values. */
record Forks(List<Double> values, double value, double low, double high, double spread) {

    static Forks of(CaseResult result) {
        return of(result.forkValues());
    }

    static Forks of(double[] values) {
        List<Double> boxed = Arrays.stream(values).boxed().toList();
        if (values.length == 0) {
            return new Forks(boxed, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        ForkEstimate estimate = ForkEstimate.of(values);
        Optional<Interval> interval = estimate.interval(Confidence.OVER_FORKS.level());
        return new Forks(
                boxed,
                estimate.value(),
                interval.map(Interval::low).orElse(Double.NaN),
                interval.map(Interval::high).orElse(Double.NaN),
                Descriptive.deviationPercent(values).orElse(Double.NaN) / 100);
    }

    /** Returns the interval of the ratio of this value to another; empty if there are too few forks. */
    Optional<Interval> over(Forks other) {
        return values.isEmpty() || other.values.isEmpty() || !haveRatios() || !other.haveRatios()
                ? Optional.empty()
                : other.ratioOf(this).interval(Confidence.OVER_FORKS.level());
    }

    /** Returns whether no value is negative; a ratio of negative values is meaningless. */
    boolean haveRatios() {
        return values.stream().allMatch(each -> each >= 0);
    }

    /** Returns the ratio of another case's value to this one; both cases need at least one value. */
    ForkRatio ratioOf(Forks other) {
        return ForkRatio.of(array(this), array(other));
    }

    static double[] array(Forks forks) {
        return forks.values.stream().mapToDouble(v -> v).toArray();
    }
}
