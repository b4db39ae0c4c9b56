// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.judge.AllocationVerdict.Change;
import io.microbench.stats.ForkEstimate;
import java.util.Optional;

/**
 * Tests the bytes that an operation allocates.
 *
 * <p>They are counted, not timed, and nearly always the same in every fork. Then they are compared exactly, apart from
 * a floor for what JMH itself allocates ({@link Allocations}). If forks differ by more than the floor, because the JIT
 * compiler sometimes removes an allocation or an operation takes so long that other allocations show, they are judged
 * like times: by the interval of the ratio over forks and a p value adjusted for all cases. Even then, a difference no
 * larger than that between two forks of one side does not count: the same build may show it.
 */
final class AllocationTest {

    private AllocationTest() {}

    /**
     * Returns the verdict on the allocation; empty if a side did not measure it, or the number of a fork is too
     * uncertain.
     */
    static Optional<AllocationVerdict> of(Allocations baseline, Allocations candidate, JudgeSettings settings) {
        if (baseline.isEmpty() || candidate.isEmpty()) {
            return Optional.empty();
        }
        double[] before = baseline.bytes();
        double[] after = candidate.bytes();
        double from = ForkEstimate.forkValue(before);
        double to = ForkEstimate.forkValue(after);
        double floor = Math.max(baseline.floor(from), candidate.floor(from));
        boolean exact = baseline.exact(from) && candidate.exact(from);
        if (!exact && Math.min(before.length, after.length) < 2) {
            return Optional.empty();
        }
        double usual = Math.max(baseline.spread(), candidate.spread());
        Change change = Math.abs(to - from) <= Math.max(floor, exact ? 0 : usual)
                ? Change.SAME
                : exact ? direction(from, to) : noisy(before, after, settings);
        return Optional.of(new AllocationVerdict(change, from, to));
    }

    /**
     * Returns why a difference does not count although its interval is outside the floor: there are too few forks to
     * claim one; otherwise empty.
     */
    static String obstacle(Allocations baseline, Allocations candidate, JudgeSettings settings) {
        int before = baseline.bytes().length;
        int after = candidate.bytes().length;
        boolean few = Math.min(before, after) > 1 && !settings.canClaim(before, after);
        double from = few ? ForkEstimate.forkValue(baseline.bytes()) : 0;
        if (!few || (baseline.exact(from) && candidate.exact(from))) {
            return "";
        }
        double to = ForkEstimate.forkValue(candidate.bytes());
        double floor = Math.max(baseline.floor(from), candidate.floor(from));
        boolean usual = Math.abs(to - from) <= Math.max(floor, Math.max(baseline.spread(), candidate.spread()));
        Verdict seen = SpeedTest.of(baseline.bytes(), candidate.bytes(), false, settings)
                .interval()
                .map(i -> Verdict.of(i, Allocations.FLOOR_SHARE))
                .orElse(Verdict.UNDECIDED);
        return usual || seen == Verdict.SAME || seen == Verdict.UNDECIDED
                ? ""
                : "allocation " + AllocationVerdict.bytes(from, to) + " differs from fork to fork, and " + before
                        + " and " + after
                        + " forks are too few to detect a change of " + settings.oneCase() + ": at least "
                        + settings.fewestForks() + " a side are needed";
    }

    private static Change direction(double from, double to) {
        return to > from ? Change.MORE : Change.LESS;
    }

    private static Change noisy(double[] before, double[] after, JudgeSettings settings) {
        if (!settings.canClaim(before.length, after.length)) {
            // The p value of this few forks cannot be small enough.
            return Change.SAME;
        }
        SpeedTest test = SpeedTest.of(before, after, false, settings);
        if (!(test.p() <= settings.threshold())) {
            return Change.SAME;
        }
        // Less is better here, as with times: "slower" is more bytes.
        return switch (test.interval()
                .map(i -> Verdict.of(i, Allocations.FLOOR_SHARE))
                .orElse(Verdict.UNDECIDED)) {
            case SLOWER -> Change.MORE;
            case FASTER -> Change.LESS;
            case SAME, UNDECIDED -> Change.SAME;
        };
    }
}
