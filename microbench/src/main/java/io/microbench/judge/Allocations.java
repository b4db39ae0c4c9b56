// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.CaseVerdict.AllocationVerdict;
import io.microbench.judge.CaseVerdict.AllocationVerdict.Change;
import io.microbench.result.CasePlan;
import io.microbench.result.Metric;
import io.microbench.result.ScoreUnit;
import io.microbench.stats.ForkEstimate;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * The bytes allocated per operation, as counted by the forks of a case, and the resolution of the count.
 *
 * <p>JMH counts all bytes that are allocated between the beginning and the end of an iteration and divides them by its
 * operations. Some of these bytes are allocated by JMH itself: on JDK 17 and 25, the count for a benchmark that
 * allocates nothing is 4 to 8 kB per iteration and sometimes 16 kB, regardless of the length of the iteration, and 30
 * to 110 kB in sample mode, including JMH's buffers. The fewer operations an iteration has, the larger the share of
 * each, and the slower of two builds has fewer operations. So differences that JMH's own allocation can explain are
 * ignored.
 *
 * @param forks the values that the forks reported; empty if a fork reported no value
 * @param resolution bytes per operation that JMH itself may have allocated, 0 or more
 */
record Allocations(List<Metric> forks, double resolution) {

    /** Maximum number of bytes that JMH itself allocates per iteration and thread. */
    static final double BYTES_OF_AN_ITERATION = 16 << 10;

    /** Maximum number of bytes that JMH itself allocates per iteration and thread in sample mode, including the sample buffers. */
    static final double BYTES_OF_A_SAMPLED_ITERATION = 128 << 10;

    /** A smaller difference in bytes per operation is ignored, regardless of the number of operations. */
    private static final double FLOOR_BYTES = 0.1;

    /** A smaller relative difference is ignored. */
    static final double FLOOR_SHARE = 0.001;

    Allocations {
        forks = List.copyOf(forks);
    }

    /** Creates the allocations of a case; computes the resolution from the length of its iterations. */
    static Allocations of(List<Metric> forks, CasePlan plan, double score, ScoreUnit unit) {
        double own = plan.mode().isSampled() ? BYTES_OF_A_SAMPLED_ITERATION : BYTES_OF_AN_ITERATION;
        return new Allocations(forks, own / operations(plan, score, unit));
    }

    /** Returns the number of operations per iteration and thread, at least 1. */
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

    /** Returns the largest difference, in bytes, that is ignored between numbers of this size. */
    double floor(double bytes) {
        return Math.max(Math.max(FLOOR_BYTES, FLOOR_SHARE * bytes), resolution);
    }

    double spread() {
        DoubleSummaryStatistics scores =
                forks.stream().mapToDouble(Metric::score).summaryStatistics();
        return scores.getMax() - scores.getMin();
    }

    /** Returns whether the spread of the forks and their known errors are within the floor. */
    boolean exact(double bytes) {
        double error = forks.stream()
                .mapToDouble(Metric::error)
                .filter(each -> !Double.isNaN(each))
                .max()
                .orElse(0);
        return Math.max(spread(), error) <= floor(bytes);
    }

    /**
     * Compares the bytes allocated per operation.
     *
     * <p>Usually, the bytes are the same in all forks, because they are counted, not timed. Then they are compared exactly, apart from a
     * floor for JMH's own allocation. If forks or iterations differ by more than the floor, because the JIT compiler sometimes removes an
     * allocation or because long operations include other allocations, the bytes are judged like times, by the interval of the ratio over
     * forks and a p value adjusted for all cases. Even then, a difference is ignored if two forks of one side differ as much. A single fork
     * per side is not judged.
     *
     * @return empty if a side did not measure allocation, or has a single fork
     */
    static Optional<AllocationVerdict> compare(Allocations baseline, Allocations candidate, JudgeSettings settings) {
        if (Math.min(baseline.forks.size(), candidate.forks.size()) < 2) {
            return Optional.empty();
        }
        double[] before = baseline.bytes();
        double[] after = candidate.bytes();
        double from = ForkEstimate.forkValue(before);
        double to = ForkEstimate.forkValue(after);
        double floor = Math.max(baseline.floor(from), candidate.floor(from));
        boolean exact = baseline.exact(from) && candidate.exact(from);
        double usual = Math.max(baseline.spread(), candidate.spread());
        Change change = Math.abs(to - from) <= Math.max(floor, exact ? 0 : usual)
                ? Change.SAME
                : !exact ? noisy(before, after, settings) : to > from ? Change.MORE : Change.LESS;
        return Optional.of(new AllocationVerdict(change, from, to));
    }

    /** Returns a message if a difference is ignored only because of too few forks; otherwise empty. */
    static String obstacle(Allocations baseline, Allocations candidate, JudgeSettings settings) {
        int before = baseline.forks.size();
        int after = candidate.forks.size();
        int forks = Math.min(before, after);
        if (forks == 0 || settings.canClaim(before, after)) {
            return "";
        }
        double from = ForkEstimate.forkValue(baseline.bytes());
        double to = ForkEstimate.forkValue(candidate.bytes());
        double floor = Math.max(baseline.floor(from), candidate.floor(from));
        boolean exact = forks > 1 && baseline.exact(from) && candidate.exact(from);
        if (exact || Math.abs(to - from) <= Math.max(floor, Math.max(baseline.spread(), candidate.spread()))) {
            return "";
        }
        String difference = "allocation " + AllocationVerdict.bytes(from, to);
        if (forks == 1) {
            return difference + " is not judged: at least 2 forks per side are needed";
        }
        Verdict seen = SpeedTest.of(baseline.bytes(), candidate.bytes(), false, settings)
                .shown(FLOOR_SHARE);
        return seen == Verdict.SAME || seen == Verdict.UNDECIDED
                ? ""
                : difference + " differs between forks or iterations, and " + before + " and " + after
                        + " forks are too few to detect a change of " + settings.oneCase() + ": at least "
                        + settings.fewestForks() + " per side are needed";
    }

    private static Change noisy(double[] before, double[] after, JudgeSettings settings) {
        if (!settings.canClaim(before.length, after.length)) {
            // With so few forks, the p value cannot be small enough.
            return Change.SAME;
        }
        SpeedTest test = SpeedTest.of(before, after, false, settings);
        if (!(test.p() <= settings.threshold())) {
            return Change.SAME;
        }
        // Lower is better, as with times, so SLOWER means more bytes.
        return switch (test.shown(FLOOR_SHARE)) {
            case SLOWER -> Change.MORE;
            case FASTER -> Change.LESS;
            case SAME, SAME_CODE, UNDECIDED -> Change.SAME;
        };
    }
}
