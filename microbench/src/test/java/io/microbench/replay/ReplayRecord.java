// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.util.List;
import java.util.Optional;

/**
 * The results of replaying rules over a folder; written as JSON with these names.
 *
 * @param folder the folder
 * @param benchmarks the number of benchmarks
 * @param forks the total number of forks
 * @param tolerance the deviation up to which values count as equal, as a fraction
 * @param fullSchedule the schedule with which rules are compared
 * @param rules one entry per rule, the most time saved first
 * @param notes ignored files and other remarks, one sentence each
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
     * @param secondsMean the mean number of seconds per benchmark
     * @param withinOther share of benchmarks whose value from five other forks is within the tolerance; no rule can be expected to
     *     exceed it; empty if there are no other forks
     */
    public record Full(String text, double secondsMean, Optional<Double> withinOther) {}

    /**
     * One rule.
     *
     * @param rule its name
     * @param settings its settings
     * @param forkRule a description of when a benchmark has enough forks
     * @param totals the totals over all benchmarks
     * @param benchmarks one entry per benchmark
     */
    public record RuleReplay(
            String rule, String settings, String forkRule, ReplaySummary totals, List<BenchmarkReplay> benchmarks) {

        /** Returns whether all forks were too short for the rule, so that its totals are meaningless. */
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
