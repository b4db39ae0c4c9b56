// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.Confidence;
import io.microbench.stats.PermutationTest;

/**
 * Settings of the judge.
 *
 * @param tolerance half-width of the band of equivalence, as a share above 0 and below 1: with 0.01, the band is from 1 / 1.01 to 1.01
 * @param level probability, in 0..1, of any false alarm among all cases if nothing has changed
 * @param cases number of cases that are judged together, at least 1. The more cases, the more strictly each is judged, so that
 *     {@code level} applies to all of them
 * @param forced whether to judge even if decisive differences between the environments rule it out
 */
public record JudgeSettings(double tolerance, double level, int cases, boolean forced) {

    /** The default tolerance, 1 %. Changes to unrelated code affect a compiled method's speed by less. */
    public static final double TOLERANCE = 0.01;

    /** The default level: one in a hundred runs of the whole suite has a false alarm. */
    public static final double LEVEL = Confidence.VERDICT.significance();

    /** The probability with which the smallest detectable change is detected: the usual value in sample size planning. */
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

    /** Returns the confidence of the displayed intervals, which is not adjusted for the number of cases: 0.99 with a level of 0.01. */
    public double confidence() {
        return 1 - level;
    }

    /** Returns the largest p value for which one of the cases may be called changed (Bonferroni). */
    double threshold() {
        return level / cases;
    }

    /**
     * Returns the minimum number of forks per side with which one of the cases may be called changed. With fewer forks, the chance that two
     * equal sides are completely separated is above {@link #threshold()}.
     */
    public int fewestForks() {
        return PermutationTest.fewestForks(threshold());
    }

    /** Returns whether a sufficiently large change in one of the cases can be detected with these numbers of forks. */
    boolean canClaim(int baselineForks, int candidateForks) {
        return PermutationTest.floor(baselineForks, candidateForks) <= threshold();
    }

    String oneCase() {
        return cases == 1 ? "one case" : "one case among " + cases;
    }
}
