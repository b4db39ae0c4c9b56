/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.judge.AllocationVerdict.Change;
import io.microbench.result.Metric;
import io.microbench.stats.ForkEstimate;
import java.util.List;
import java.util.Optional;

/**
 * Tests the bytes that an operation allocates.
 *
 * <p>They are counted, not timed, and nearly always the same in every fork: then they are compared as the exact numbers they are,
 * above a floor of what JMH's own threads allocate beside the benchmark. Where forks differ by more than the floor, because the
 * JIT compiler now and then removes an allocation or an operation takes so long that others' allocations show, they are
 * judged like times: by the interval of the ratio over forks and a p value that holds among all cases.
 */
final class AllocationTest {

    /** Bytes per operation below which a difference is none. */
    private static final double FLOOR_BYTES = 0.1;

    /** Share below which a difference is none. */
    static final double FLOOR_SHARE = 0.001;

    private AllocationTest() {}

    /** Returns what became of the allocation; empty if a side did not measure it, or one fork is too unsure of its number. */
    static Optional<AllocationVerdict> of(List<Metric> old, List<Metric> now, JudgeSettings settings) {
        if (old.isEmpty() || now.isEmpty()) {
            return Optional.empty();
        }
        double[] before = bytes(old);
        double[] after = bytes(now);
        double from = ForkEstimate.forkValue(before);
        double to = ForkEstimate.forkValue(after);
        double floor = floor(from);
        boolean exact = exact(old, from) && exact(now, from);
        if (!exact && Math.min(before.length, after.length) < 2) {
            return Optional.empty();
        }
        Change change = exact ? exact(from, to, floor) : noisy(before, after, Math.abs(to - from) > floor, settings);
        return Optional.of(new AllocationVerdict(change, from, to));
    }

    /** Returns by how many bytes numbers about so large differ without being different. */
    static double floor(double bytes) {
        return Math.max(FLOOR_BYTES, FLOOR_SHARE * bytes);
    }

    /** Returns whether all forks say the same, next to bytes about so large. */
    static boolean exact(List<Metric> forks, double bytes) {
        return spread(forks) <= floor(bytes);
    }

    private static Change exact(double from, double to, double floor) {
        if (Math.abs(to - from) <= floor) {
            return Change.SAME;
        }
        return to > from ? Change.MORE : Change.LESS;
    }

    private static Change noisy(double[] before, double[] after, boolean relevant, JudgeSettings settings) {
        SpeedTest test = SpeedTest.of(before, after, false, settings);
        if (!relevant || !(test.p() <= settings.threshold())) {
            return Change.SAME;
        }
        // Less is better here, as with times: "slower" is more bytes.
        return switch (test.interval().map(i -> Verdict.of(i, FLOOR_SHARE)).orElse(Verdict.UNDECIDED)) {
            case SLOWER -> Change.MORE;
            case FASTER -> Change.LESS;
            case SAME, UNDECIDED -> Change.SAME;
        };
    }

    private static double[] bytes(List<Metric> forks) {
        return forks.stream().mapToDouble(Metric::score).toArray();
    }

    /** Returns how far forks lie apart, or how unsure one of them is of its own number, whichever is more. */
    private static double spread(List<Metric> forks) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        double error = 0;
        for (Metric fork : forks) {
            least = Math.min(least, fork.score());
            most = Math.max(most, fork.score());
            error = Math.max(error, Double.isNaN(fork.error()) ? 0 : fork.error());
        }
        return Math.max(most - least, error);
    }
}
