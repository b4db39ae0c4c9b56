// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.result.CasePlan;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Holds the bytes per operation that the forks of a case counted, and how finely they could count.
 *
 * <p>JMH counts all bytes that are allocated between the two ends of an iteration and divides them by its operations. Some of
 * these bytes are its own: on JDK 17 and 25 a benchmark that allocates nothing counts 4 to 8 kB in each iteration and now and
 * then 16 kB, however long the iteration is, and 30 to 110 kB in sample mode, whose buffers are among them. An iteration
 * with few operations spreads them over few, and the slower of two builds has the fewer. So a difference counts only where it
 * is more than JMH's own bytes could make up.
 *
 * @param forks what each fork reports; empty if one of them does not
 * @param resolution bytes per operation that JMH itself may have allocated, 0 or more
 */
record Allocations(List<Metric> forks, double resolution) {

    /** Bytes that JMH itself allocates in an iteration, for each thread, at most. */
    static final double BYTES_OF_AN_ITERATION = 16 << 10;

    /** The same in sample mode, with the buffers of the samples. */
    static final double BYTES_OF_A_SAMPLED_ITERATION = 128 << 10;

    /** Bytes per operation below which a difference is none, however many operations there were. */
    private static final double FLOOR_BYTES = 0.1;

    /** Share below which a difference is none. */
    static final double FLOOR_SHARE = 0.001;

    Allocations {
        forks = List.copyOf(forks);
    }

    /**
     * Reads how finely iterations can count.
     *
     * @param score value of the case
     */
    static Allocations of(List<Metric> forks, CasePlan plan, double score, ScoreUnit unit) {
        double own = plan.mode().isSampled() ? BYTES_OF_A_SAMPLED_ITERATION : BYTES_OF_AN_ITERATION;
        return new Allocations(forks, own / operations(plan, score, unit));
    }

    /** Returns how many operations a thread ends in an iteration, at least 1. */
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

    /** Returns what each fork reports. */
    double[] bytes() {
        return forks.stream().mapToDouble(Metric::score).toArray();
    }

    /** Returns by how many bytes numbers about so large differ without being different. */
    double floor(double bytes) {
        return Math.max(Math.max(FLOOR_BYTES, FLOOR_SHARE * bytes), resolution);
    }

    /** Returns how far forks lie apart. */
    double spread() {
        DoubleSummaryStatistics scores =
                forks.stream().mapToDouble(Metric::score).summaryStatistics();
        return scores.getMax() - scores.getMin();
    }

    /** Returns whether all forks report the same, next to bytes about so large, and each is sure of its own number. */
    boolean exact(double bytes) {
        double error = forks.stream()
                .mapToDouble(Metric::error)
                .filter(each -> !Double.isNaN(each))
                .max()
                .orElse(0);
        return Math.max(spread(), error) <= floor(bytes);
    }
}
