// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.util.List;
import java.util.Optional;

/**
 * What replaying rules over a folder came to; written as JSON with these names.
 *
 * @param folder the folder
 * @param benchmarks how many benchmarks it has
 * @param forks how many forks they have together
 * @param tolerance deviation up to which a value counts as the same, as a fraction
 * @param fullSchedule what rules are held against
 * @param rules one entry per rule, the most time saved first
 * @param notes what was left aside or done otherwise, one sentence each
 */
public record ReplayRecord(
        String folder,
        int benchmarks,
        int forks,
        double tolerance,
        Full fullSchedule,
        List<RuleReplay> rules,
        List<String> notes) {

    /**
     * The full schedule.
     *
     * @param text forks and times in words
     * @param secondsMean per benchmark
     * @param withinOther share of benchmarks for which repeating it on five other forks stays within the tolerance; no rule
     *     can be asked for more there; empty where there are no other forks
     */
    public record Full(String text, double secondsMean, Optional<Double> withinOther) {}

    /**
     * One rule.
     *
     * @param rule its name
     * @param settings its settings
     * @param forkRule when a benchmark had enough forks, in words
     * @param totals over all benchmarks
     * @param benchmarks one entry per benchmark
     */
    public record RuleReplay(
            String rule, String settings, String forkRule, ReplaySummary totals, List<BenchmarkReplay> benchmarks) {

        /** Returns whether all forks were too short for the rule, so that its totals are those of no rule. */
        boolean stoppedNothing() {
            return !benchmarks.isEmpty() && benchmarks.stream().allMatch(one -> one.tooShort() == one.forks());
        }
    }

    /**
     * Returns this record.
     *
     * @throws ReplayException if no rule stopped a fork, so that there is nothing to compare
     */
    ReplayRecord requireStops() {
        if (rules.stream().allMatch(RuleReplay::stoppedNothing)) {
            throw new ReplayException("No rule stopped a fork: all forks in " + folder
                    + " are shorter than the rules need. Expected longer series; the full schedule has "
                    + (int) FullSchedule.SECONDS + " s per fork");
        }
        return this;
    }
}
