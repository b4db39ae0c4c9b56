// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fork;

import io.microbench.stopping.Decision;
import io.microbench.stopping.Point;
import io.microbench.stopping.StopRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides after each iteration of a fork whether there is to be another one.
 *
 * <p>The stop rule sees the quiet iterations only. Beside it stand two limits that no rule may pass: the time that the
 * host gives the fork, and the patience with a machine that is busy with something else.
 */
final class Pilot {

    /** Why a fork ends, and with which of all its iterations, counted from 0, its measured part begins. */
    record End(StopReason reason, int from) {}

    /** With fewer quiet iterations than this, and more busy ones, nothing is reported of a fork that ends. */
    private static final int LEAST_QUIET = 3;

    /** A fork goes on for this long at least before it gives up for lack of quiet, in seconds. */
    private static final double PATIENCE = 10;

    /** And as long as at least every fourth second is quiet. */
    private static final double BUSY_TO_QUIET = 3;

    private final StopRule.Watch watch;
    private final double limit;
    /** Where the quiet iterations stand among all. */
    private final List<Integer> quiet = new ArrayList<>();

    private int iterations;
    private double quietSeconds;
    private double seconds;

    /**
     * Begins with a fork.
     *
     * @param limit the seconds of iterations after which the fork ends; infinite for none
     */
    Pilot(StopRule rule, double limit) {
        this.watch = rule.begin();
        this.limit = limit;
    }

    /** Adds an iteration that was starved or has no value that a rule could use. */
    Optional<End> afterBusy(double length) {
        iterations++;
        seconds += length;
        return limits(length);
    }

    /** Adds a quiet iteration. */
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

    /** The iteration after a decision is run in any case, and its time counts. */
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
