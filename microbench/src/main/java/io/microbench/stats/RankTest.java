/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.Arrays;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Compares the ranks of two sets of fork values: how often the candidate's is the larger.
 *
 * <p>Mann and Whitney, "On a test of whether one of two random variables is stochastically larger than the other" (Ann.
 * Math. Stat. 18, 1947), exact for small samples without ties, otherwise by the normal approximation with correction
 * for ties and continuity. The effect size is Cliff's delta ("Dominance statistics", Psychological Bulletin 114, 1993).
 *
 * @param u the number of pairs in which the candidate's value is the larger, ties counting one half
 * @param pValue 0 to 1; 1 where all values are equal
 * @param delta Cliff's delta: from -1 (every candidate value is below every baseline value) over 0 to 1 (above)
 */
public record RankTest(double u, double pValue, double delta) {

    /**
     * Compares the candidate's forks with the baseline's.
     *
     * @param baseline one value per fork, not pooled iterations: those are not independent
     * @param candidate one value per fork, in the same unit
     * @param alternative what to look for
     * @throws IllegalArgumentException if either side has no value or one is not finite
     */
    public static RankTest of(double[] baseline, double[] candidate, Alternative alternative) {
        Require.finite(baseline, "Baseline forks");
        Require.finite(candidate, "Candidate forks");
        MannWhitneyUTest test = MannWhitneyUTest.withDefaults().with(alternative.hypothesis());
        double u = test.statistic(candidate, baseline);
        double delta = 2 * u / ((double) baseline.length * candidate.length) - 1;
        // Of all-equal values the normal approximation has no variance to divide by.
        double pValue = areAllEqual(baseline, candidate)
                ? 1
                : test.test(candidate, baseline).getPValue();
        return new RankTest(u, pValue, delta);
    }

    private static boolean areAllEqual(double[] baseline, double[] candidate) {
        return Arrays.stream(baseline).allMatch(value -> value == baseline[0])
                && Arrays.stream(candidate).allMatch(value -> value == baseline[0]);
    }
}
