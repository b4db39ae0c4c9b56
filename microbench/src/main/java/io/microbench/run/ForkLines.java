// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.IterationResult;
import io.microbench.text.Durations;
import io.microbench.text.Numbers;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Formats the console lines about a fork: its start, and its results if it ended normally. */
final class ForkLines {

    private ForkLines() {}

    static String announcement(PlannedCase planned, boolean warmup, int number) {
        CasePlan plan = planned.plan();
        if (plan.inProcess()) {
            return "# Fork: none, runs inside this JVM; NOT COMPARABLE";
        }
        if (plan.adaptive().isPresent()) {
            return "# Fork: " + number + until(plan.adaptive().get()) + ": "
                    + planned.id().text();
        }
        return (warmup ? "# Warmup Fork: " : "# Fork: ") + number + " of "
                + (warmup ? plan.warmupForks() : Math.max(1, plan.forks()));
    }

    private static String until(AdaptivePlan plan) {
        return plan.precision()
                .map(share -> ", until +-" + Numbers.level(share) + " with " + plan.smallestForks() + " to "
                        + plan.largestForks() + " forks")
                .orElse("");
    }

    /** Returns the result of a fork as text, with its score if a unit is given. */
    static String summary(ForkResult fork, Optional<String> unit) {
        double all = seconds(fork.iterations());
        String how = fork.stop()
                .map(stop -> switch (stop.state()) {
                    case STEADY -> "Steady after " + time(all - seconds(fork.measured())) + " of " + time(all);
                    case UNSTEADY -> "Possibly unsteady: no stable level within " + time(all);
                    case OUT_OF_TIME -> "Out of time after " + time(all) + ", before it was known to be steady";
                    case NO_QUIET_TIME -> "NO QUIET TIME within " + time(all);
                })
                .orElseGet(() -> fork.failure()
                        .map(failure -> "FAILED after " + time(all) + ": " + failure.message())
                        .orElse("Done after " + time(all)));
        String value = unit.filter(u -> fork.value().isPresent() && !fork.ended(ForkStop.State.NO_QUIET_TIME))
                .map(u -> ": " + Numbers.score(fork.value().getAsDouble()) + " " + u)
                .orElse("");
        long starved = fork.starvedIterations();
        return how + value + "; "
                + (starved == 0 ? "none" : Long.toString(starved)) + " of "
                + fork.iterations().size() + " iterations waited for a processor";
    }

    private static String time(double seconds) {
        return Durations.text(Duration.ofNanos(Math.round(Math.max(0, seconds) * 1e9)));
    }

    static double seconds(Collection<IterationResult> iterations) {
        return iterations.stream()
                .flatMap(iteration -> iteration.signs().stream())
                .mapToDouble(signs -> signs.seconds())
                .sum();
    }
}
