// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.fork.Signs.StopReason;
import io.microbench.stopping.StopRule;
import io.microbench.stopping.StopRule.Decision;
import io.microbench.stopping.StopRule.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides after each iteration of a fork whether another one is needed.
 *
 * <p>The stop rule only sees quiet iterations. Two limits apply to all rules: the time that the host gives the fork,
 * and the time that it may run on a machine that is busy with other work.
 */
final class Pilot {

    /** Why a fork ends, and the index from 0 of its first measured iteration. */
    record End(StopReason reason, int from) {}

    /** With fewer quiet iterations than this, and more busy ones, a fork ends without a result. */
    private static final int LEAST_QUIET = 3;

    /** A fork runs for at least this long before it gives up for lack of quiet time, in seconds. */
    private static final double PATIENCE = 10;

    /** A fork also continues as long as at least one second in four is quiet. */
    private static final double BUSY_TO_QUIET = 3;

    private final StopRule.Watch watch;
    private final double limit;
    /** Indexes of the quiet iterations among all iterations. */
    private final List<Integer> quiet = new ArrayList<>();

    private int iterations;
    private double quietSeconds;
    private double seconds;

    /**
     * Creates the pilot of a fork.
     *
     * @param limit the seconds of iterations after which the fork ends; infinite for none
     */
    Pilot(StopRule rule, double limit) {
        this.watch = rule.begin();
        this.limit = limit;
    }

    /** Adds an iteration that was starved or has no usable value. */
    Optional<End> afterBusy(double length) {
        iterations++;
        seconds += length;
        return limits(length);
    }

    Optional<End> afterQuiet(Point point) {
        quiet.add(iterations++);
        seconds += point.seconds();
        quietSeconds += point.seconds();
        Decision decision = watch.after(point);
        if (decision instanceof Decision.Done done) {
            return Optional.of(new End(StopReason.STEADY, quiet.get(done.from())));
        }
        if (decision instanceof Decision.Unsteady unsteady) {
            return Optional.of(new End(StopReason.UNSTEADY, quiet.get(unsteady.from())));
        }
        return limits(point.seconds());
    }

    /** Checks the limits; the iteration after a decision always runs, and its time counts. */
    private Optional<End> limits(double last) {
        if (seconds + last >= limit) {
            return Optional.of(timeIsUp());
        }
        double busy = seconds - quietSeconds;
        return busy > PATIENCE && busy > BUSY_TO_QUIET * quietSeconds
                ? Optional.of(new End(StopReason.NO_QUIET_TIME, 0))
                : Optional.empty();
    }

    private End timeIsUp() {
        int seen = quiet.size();
        boolean tooFewQuiet = seen == 0 || (seen < LEAST_QUIET && seen < iterations - seen);
        return tooFewQuiet
                ? new End(StopReason.NO_QUIET_TIME, 0)
                : new End(StopReason.OUT_OF_TIME, quiet.get(seen / 2));
    }
}
