// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CasePlan;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Holds the bytes per operation that the forks of a case counted, and the resolution of the count.
 *
 * <p>JMH counts all bytes that are allocated between the two ends of an iteration and divides them by its operations. Some of
 * these bytes are its own: on JDK 17 and 25 a benchmark that allocates nothing counts 4 to 8 kB in each iteration and
 * sometimes 16 kB, whatever the length of the iteration, and 30 to 110 kB in sample mode, whose buffers are among them. With
 * few operations in an iteration, each gets a larger share of them, and the slower of two builds has fewer operations. So a
 * difference counts only if it is larger than JMH's own bytes can explain.
 *
 * @param forks values reported by the forks; empty if one fork reports none
 * @param resolution bytes per operation that JMH itself may have allocated, 0 or more
 */
record Allocations(List<Metric> forks, double resolution) {

    /** The most bytes that JMH itself allocates in an iteration, per thread. */
    static final double BYTES_OF_AN_ITERATION = 16 << 10;

    /** The same in sample mode, with the buffers of the samples. */
    static final double BYTES_OF_A_SAMPLED_ITERATION = 128 << 10;

    /** Bytes per operation below which a difference does not count, whatever the number of operations. */
    private static final double FLOOR_BYTES = 0.1;

    /** Share below which a difference does not count. */
    static final double FLOOR_SHARE = 0.001;

    Allocations {
        forks = List.copyOf(forks);
    }

    /**
     * Creates the allocations of a case, with the resolution of its iterations.
     *
     * @param score value of the case
     */
    static Allocations of(List<Metric> forks, CasePlan plan, double score, ScoreUnit unit) {
        double own = plan.mode().isSampled() ? BYTES_OF_A_SAMPLED_ITERATION : BYTES_OF_AN_ITERATION;
        return new Allocations(forks, own / operations(plan, score, unit));
    }

    /** Returns the number of operations of a thread in an iteration, at least 1. */
    private static double operations(CasePlan plan, double score, ScoreUnit unit) {
        if (plan.mode().isSingleShot()) {
            return plan.operationsPerInvocation();
        }
        double nanos = unit.higherIsBetter() ? unit.nanos() / score * plan.threads() : unit.nanos() * score;
        return Math.max(1, plan.measurement().time().toNanos() / nanos);
    }

    boolean isEmpty() {
        return forks.isEmpty();
    }

    double[] bytes() {
        return forks.stream().mapToDouble(Metric::score).toArray();
    }

    /** Returns the largest difference, in bytes, that does not count between numbers of this size. */
    double floor(double bytes) {
        return Math.max(Math.max(FLOOR_BYTES, FLOOR_SHARE * bytes), resolution);
    }

    double spread() {
        DoubleSummaryStatistics scores =
                forks.stream().mapToDouble(Metric::score).summaryStatistics();
        return scores.getMax() - scores.getMin();
    }

    /** Returns whether all forks report the same number, within the floor, and the number of each is certain. */
    boolean exact(double bytes) {
        double error = forks.stream()
                .mapToDouble(Metric::error)
                .filter(each -> !Double.isNaN(each))
                .max()
                .orElse(0);
        return Math.max(spread(), error) <= floor(bytes);
    }
}
