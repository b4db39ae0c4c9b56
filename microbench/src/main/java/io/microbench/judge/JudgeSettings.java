// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.Confidence;
import io.microbench.stats.PermutationTest;

/**
 * Configures how strictly to judge.
 *
 * @param tolerance half-width of the band of equivalence, as a share above 0 and below 1: with 0.01 the band goes from
 *     1 / 1.01 to 1.01
 * @param level chance, in 0..1, of any false alarm over all cases if nothing has changed
 * @param cases how many cases are judged together, at least 1: each is judged more strictly, so that {@code level}
 *     holds for all of them
 * @param forced whether to judge even if the environments differ in a way that changes numbers
 */
public record JudgeSettings(double tolerance, double level, int cases, boolean forced) {

    /** The default tolerance, 1 %: a compiled method changes by less when unrelated code changes. */
    public static final double TOLERANCE = 0.01;

    /** The default level: one false alarm in a hundred runs of the whole suite. */
    public static final double LEVEL = Confidence.VERDICT.significance();

    /** The probability with which the smallest detectable change is detected; the usual value for planning sample sizes. */
    static final double POWER = 0.9;

    public static final JudgeSettings DEFAULTS = new JudgeSettings(TOLERANCE, LEVEL, 1, false);

    public JudgeSettings {
        if (!(tolerance > 0 && tolerance < 1 && level > 0 && level < POWER && cases > 0)) {
            throw new IllegalArgumentException("Tolerance " + tolerance + ", level " + level + " for " + cases
                    + " cases; expected a tolerance between 0 and 1, a level between 0 and " + POWER
                    + ", and at least 1 case");
        }
    }

    public JudgeSettings withTolerance(double other) {
        return new JudgeSettings(other, level, cases, forced);
    }

    public JudgeSettings withLevel(double other) {
        return new JudgeSettings(tolerance, other, cases, forced);
    }

    public JudgeSettings among(int many) {
        return new JudgeSettings(tolerance, level, many, forced);
    }

    public JudgeSettings force() {
        return new JudgeSettings(tolerance, level, cases, true);
    }

    /** Returns the confidence of the displayed intervals, which applies to a single case: 0.99 with a level of 0.01. */
    public double confidence() {
        return 1 - level;
    }

    /** Returns the largest p value with which one of the cases may be called changed (Bonferroni). */
    double threshold() {
        return level / cases;
    }

    /**
     * Returns the fewest forks per side with which one of the cases may be called changed. With fewer, two equal sides
     * are completely separated by chance more often than {@link #threshold()} allows.
     */
    public int fewestForks() {
        return PermutationTest.fewestForks(threshold());
    }

    /** Returns whether these numbers of forks suffice to claim a change of one of the cases, if it is large enough. */
    boolean canClaim(int baselineForks, int candidateForks) {
        return PermutationTest.floor(baselineForks, candidateForks) <= threshold();
    }

    String oneCase() {
        return cases == 1 ? "one case" : "one case among " + cases;
    }
}
