// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.ForkResult;
import io.microbench.stats.ForkEstimate.ForkRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts the forks of one case and decides when they suffice. */
final class ForkTally {

    /**
     * How a fork ended.
     *
     * @param value the fork's value; empty if it has none
     * @param fatal whether it failed in a way that another fork would not fix
     * @param took the time from its start by the host to its exit
     * @param iterations the part of that time in which it ran iterations
     */
    record End(Optional<Double> value, boolean fatal, Duration took, Duration iterations) {

        static End of(ForkResult fork, boolean fatal) {
            double seconds = ForkLines.seconds(fork.iterations());
            return new End(
                    fork.value().stream().boxed().findFirst(),
                    fatal,
                    Duration.between(fork.start(), fork.end()),
                    Duration.ofNanos(Math.round(NANOS * seconds)));
        }
    }

    private static final double NANOS = 1e9;

    /** The case ends after this number of forks if all of them lacked quiet time. */
    private static final int MOST_WITHOUT_VALUE = 2;

    private final int fixed;
    private final Optional<AdaptivePlan> adaptive;
    private final List<Double> values = new ArrayList<>();
    private Duration iterations = Duration.ZERO;
    private Duration firstIterations = Duration.ZERO;
    private int started;
    private boolean failed;
    private boolean decided;

    ForkTally(CasePlan plan) {
        this.fixed = plan.inProcess() ? 1 : plan.warmupForks() + plan.forks();
        this.adaptive = plan.adaptive();
        this.decided = isEnough();
    }

    void ended(End end) {
        if (started == 0) {
            firstIterations = end.iterations();
        }
        started++;
        failed |= end.fatal();
        iterations = iterations.plus(end.iterations());
        end.value().ifPresent(values::add);
        decided = isEnough();
    }

    void giveUp() {
        failed = true;
        decided = true;
    }

    int started() {
        return started;
    }

    int most() {
        return adaptive.map(AdaptivePlan::largestForks).orElse(fixed);
    }

    boolean decided() {
        return decided;
    }

    private boolean isEnough() {
        if (failed) {
            return true;
        }
        if (started >= most() || adaptive.isEmpty()) {
            return started >= most();
        }
        return (values.isEmpty() && started >= MOST_WITHOUT_VALUE)
                || adaptive.get().precision().filter(this::isReached).isPresent();
    }

    private boolean isReached(double precision) {
        AdaptivePlan plan = adaptive.orElseThrow();
        return new ForkRule(precision, plan.smallestForks(), plan.largestForks()).enough(values());
    }

    double[] values() {
        return values.stream().mapToDouble(value -> value).toArray();
    }

    Duration firstIterations() {
        return firstIterations;
    }

    Duration meanIterations() {
        return started == 0 ? Duration.ZERO : iterations.dividedBy(started);
    }
}
