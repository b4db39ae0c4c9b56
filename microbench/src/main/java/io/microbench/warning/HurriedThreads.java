// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import io.microbench.fork.ForkMeter.CountedRate;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.stats.Descriptive;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds cases with more threads than processors whose score is above the rate at which operations were done ({@link CountedRate}).
 *
 * <p>JMH adds the rates of threads, each over the time from its own first operation to its last. If threads wait for a processor
 * until the iteration is nearly over, that time is short, and the others had no processor in it: the sum is a rate that was never
 * reached.
 */
final class HurriedThreads {

    /** A score is too high if less than this share of the implied operations was completed; usually it is about 1. */
    static final double LEAST = 0.5;

    private static final double NANOS = 1e9;

    private HurriedThreads() {}

    /** Returns the warning about a case; empty if its forks do not report that rate. */
    static Optional<Guard> of(CaseResult result) {
        if (result.plan().mode().timesCalls()) {
            return Optional.empty();
        }
        double[] shares = result.forksWithValue().stream()
                .mapToDouble(fork -> share(result, fork))
                .filter(share -> share > 0)
                .toArray();
        if (shares.length == 0) {
            return Optional.empty();
        }
        double share = Descriptive.median(shares);
        if (share >= LEAST) {
            return Optional.empty();
        }
        return Optional.of(new Guard(
                Guard.Kind.RATE,
                "",
                result.id().text(),
                String.format(
                        Locale.ROOT,
                        "over whole iterations its %d threads completed %.0f%% of the operations that this score implies."
                                + " JMH adds the rates of threads, each over its own time, which is short for"
                                + " those that get a processor late: the score is about %.1f times too high, unless it leaves"
                                + " out set-up before each call. Make iterations longer.",
                        result.plan().threads(),
                        100 * share,
                        1 / share)));
    }

    /** Returns the share of the operations implied by the score of a fork that it completed; 0 if that is unknown. */
    private static double share(CaseResult result, ForkResult fork) {
        CasePlan plan = result.plan();
        double perThread = countedRate(fork) / plan.threads() / plan.operationsPerInvocation();
        return result.score()
                .flatMap(score -> CallTime.of(result, score.unit(), fork.value().orElse(0)))
                .map(nanos -> perThread * nanos / NANOS)
                .orElse(0.0);
    }

    private static double countedRate(ForkResult fork) {
        try {
            return Double.parseDouble(fork.echo().getOrDefault(CountedRate.FACT, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
