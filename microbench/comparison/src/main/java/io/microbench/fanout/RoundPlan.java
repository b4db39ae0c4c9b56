// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.fanout;

import io.microbench.snippet.Question.Sampling;
import java.time.Duration;

/** How much is measured in which round. */
record RoundPlan(Sampling sampling) {

    /** The usual warm-up of a fork. */
    private static final Duration WARMUP = Duration.ofMillis(500);

    /** Beside a warm-up and a time-out: a JVM starts slowly beside a busy machine. */
    private static final Duration START = Duration.ofSeconds(20);

    /** Counts are that far from each other, or a little more; the window begins and ends with one. */
    private static final Duration BETWEEN_COUNTS = Duration.ofMillis(20);

    private static final int MARGIN = 4;

    /** Returns how many rounds there are: one fork of each node in each. */
    int rounds() {
        return Math.max(1, Math.min(sampling.forks(), sampling.samples()));
    }

    /** Returns how many samples a round takes. */
    int samples(int round) {
        return sampling.samples() / rounds() + (round <= sampling.samples() % rounds() ? 1 : 0);
    }

    Duration warmup() {
        return sampling.warmup().isPresent()
                ? sampling.duration().multipliedBy(sampling.warmup().getAsInt())
                : WARMUP;
    }

    /** Returns how long all rounds measure, with their warm-up. */
    Duration length() {
        return warmup().multipliedBy(rounds()).plus(sampling.duration().multipliedBy(sampling.samples()));
    }

    /** Returns how long things may take in a round. */
    Round.Limits limits(int round, Duration timeout) {
        return new Round.Limits(
                warmup().plus(timeout).plus(START),
                timeout.plus(START),
                sampling.duration()
                        .plus(BETWEEN_COUNTS)
                        .multipliedBy(samples(round))
                        .plus(BETWEEN_COUNTS.multipliedBy(MARGIN)),
                timeout.plus(START));
    }
}
