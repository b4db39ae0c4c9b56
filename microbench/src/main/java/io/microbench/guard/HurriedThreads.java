/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.guard;

import io.microbench.fork.ScoredTime;
import io.microbench.result.CaseResult;
import io.microbench.result.ForkResult;
import io.microbench.stats.Descriptive;
import io.microbench.text.Durations;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds cases with more threads than processors whose score is above the rate at which the operations were done that JMH counted
 * ({@link ScoredTime}).
 */
final class HurriedThreads {

    /** The share of the planned time below which a score is one of a much shorter time; usual is about 1. */
    static final double LEAST = 0.5;

    private HurriedThreads() {}

    /** Returns the warning about a case; empty where its forks report nothing of the kind. */
    static Optional<Guard> of(CaseResult result) {
        double[] shares = result.forksWithValue().stream()
                .mapToDouble(HurriedThreads::share)
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
                        "in an iteration of %s its %d threads did at most what they would do in %.0f%% of that time at"
                                + " this score. JMH adds the rates of threads, each over its own time, which is short for"
                                + " those that get a processor late: the score is about %.1f times too high, unless it leaves"
                                + " out set-up before each call. Make iterations longer.",
                        Durations.text(result.plan().measurement().time()),
                        result.plan().threads(),
                        100 * share,
                        1 / share)));
    }

    private static double share(ForkResult fork) {
        try {
            return Double.parseDouble(fork.echo().getOrDefault(ScoredTime.SHARE, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
