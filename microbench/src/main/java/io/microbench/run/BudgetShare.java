// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import io.microbench.plan.PlannedCase;
import io.microbench.text.Durations;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Divides the remaining time of a budget among forks.
 *
 * <p>The interval of a case narrows with the number of forks, but hardly with their length: the spread between
 * one-second forks is about the same as between ten-second forks. So the plan is up to {@value #ROUNDS} rounds of short
 * forks, which reduce the quantile of t from 12.7 to 2.8. If there is more time, the forks of these rounds are longer,
 * because a JVM needs time to warm up. A later fork gets no more time than the first one took. The remaining time is
 * given to more forks of the cases with the largest spread between forks (Kalibera and Jones, "Rigorous benchmarking in
 * reasonable time", ISMM 2013: repetitions belong to the level on which the values spread).
 */
final class BudgetShare {

    /** The planned number of rounds; remaining time is used for more. */
    static final int ROUNDS = 5;

    /** The shortest total time of the iterations of a fork whose result is meaningful. */
    static final Duration MIN_FORK_TIME = Duration.ofMillis(300);

    /** A further round is planned only if its forks get this much time. */
    private static final Duration MIN_ROUND_TIME = Duration.ofMillis(500);

    private Duration overhead = PlannedCase.FORK_START;
    private Duration shortest = overhead;
    private boolean learned;

    /** The number of forks that every case has after the rounds, and the time for the iterations of the next fork. */
    record Rounds(int forks, Duration limit) {}

    /** Returns the number of cases that can have at least one fork in a budget; 0 if the budget is exceeded. */
    static int affordable(Duration budget) {
        return (int) (Math.max(0, budget.toMillis())
                / PlannedCase.FORK_START.plus(MIN_FORK_TIME).toMillis());
    }

    /** Returns a warning if the rest of a budget is too short for the given number of cases; empty otherwise. */
    static Optional<String> warning(Duration all, Duration left, int cases) {
        int affordable = affordable(left);
        return affordable >= cases
                ? Optional.empty()
                : Optional.of("The budget of " + Durations.text(all) + " is too short for one fork of each of " + cases
                        + " cases: " + (affordable == 0 ? "none" : "at most " + affordable)
                        + " of them will get one. Set a larger budget, or choose fewer cases.");
    }

    /** Records the time that a fork took outside of its iterations; later forks have more weight in the average. */
    void learn(ForkTally.End end) {
        Duration now = end.took().minus(end.iterations());
        shortest = learned && shortest.compareTo(now) < 0 ? shortest : now;
        overhead = learned ? overhead.multipliedBy(3).plus(now).dividedBy(4) : now;
        learned = true;
    }

    /** Returns the rounds that fit into the time; empty if all rounds are done, or if not even one more fork fits. */
    Optional<Rounds> rounds(Duration left, List<ForkTally> open) {
        for (int forks = ROUNDS; forks > 0; forks--) {
            long missing = missing(open, forks);
            Duration limit =
                    missing == 0 ? Duration.ZERO : left.dividedBy(missing).minus(overhead);
            if (limit.compareTo(MIN_ROUND_TIME) >= 0) {
                return Optional.of(new Rounds(forks, limit));
            }
        }
        boolean casesWithoutFork = open.stream().anyMatch(c -> c.started() == 0);
        return casesWithoutFork ? shortestFork(left).map(limit -> new Rounds(1, limit)) : Optional.empty();
    }

    /**
     * Returns the length of a short fork. It is used when the time left is too short for a full fork of every case:
     * each case without a fork gets one short fork, if it can end in time, assuming the shortest startup so far.
     */
    private Optional<Duration> shortestFork(Duration left) {
        return left.minus(shortest).compareTo(MIN_FORK_TIME) < 0 ? Optional.empty() : Optional.of(MIN_FORK_TIME);
    }

    private static long missing(List<ForkTally> open, int forks) {
        return open.stream()
                .mapToLong(c -> Math.max(0, Math.min(forks, c.most()) - c.started()))
                .sum();
    }

    static Duration limit(Rounds rounds, ForkTally next) {
        Duration first = next.firstIterations();
        boolean cut = next.started() > 0 && first.compareTo(MIN_ROUND_TIME) > 0 && first.compareTo(rounds.limit()) < 0;
        return cut ? first : rounds.limit();
    }

    /** Returns the time for one more fork of a case, about as long as its earlier forks; empty if there is not enough time. */
    Optional<Duration> extra(Duration left, ForkTally next) {
        Duration wanted = Collections.max(List.of(MIN_ROUND_TIME, next.meanIterations()));
        Duration possible = left.minus(overhead);
        return possible.compareTo(MIN_FORK_TIME) < 0
                ? Optional.empty()
                : Optional.of(Collections.min(List.of(possible, wanted)));
    }
}
