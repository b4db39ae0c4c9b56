// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Decides which of two rows is faster, at two looks: after the first {@value #FIRST_LOOK} forks of each and after all forks.
 *
 * <p>Testing twice and stopping at the first difference is wrong more often than the level says. So each look gets a fixed part of the
 * level, and the parts add up to the level: the chance that two equal rows ever differ significantly is at most their sum, however the
 * looks depend on each other and whether or not the second takes place (Bonferroni's inequality; spending a level over looks is due to
 * K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70, 1983). With a level of {@value
 * #LEVEL} for a table of m rows, the level of a pair of rows at each look is
 * <pre>
 *   level / 2 looks / (m (m - 1) / 2 pairs).
 * </pre>
 * The two rows differ significantly if Student's t,
 * <pre>
 *   t = (|mean(x) - mean(y)| - ln(1 + {@value #BAND})) / (s sqrt(1/a + 1/b)),
 * </pre>
 * of the logarithms x and y of a and b fork values, is above 0 and has at most this probability for equal rows. The band of {@value
 * #BAND} is that of verdicts: code at another place in memory may be that much faster or slower in every fork. The unit is the fork:
 * iterations of one fork are not independent. Equal rows have equal variances, so s may be pooled over several rows. At the first look
 * it is pooled over the two, at the second over all rows, with the respective degrees of freedom. Rows whose forks are all {@value
 * #LEAST_EARLY} times as fast or as slow as all forks of one of the two are excluded, because they may be of another kind.
 *
 * <p>This assumes that the logarithms of fork values are approximately normal, with the same spread. If the two rows vary less than the others,
 * the pooled s is too large, and no difference is reported. If they vary more, it is too small, so t with the s of the two rows has to
 * be improbable, too, at the level of a look. If one row varies and the others do not at all, a difference is reported in up to 3 % of
 * tables.
 *
 * <p>Forks of one benchmark may also have modes, depending on inlining by the JIT compiler or on memory layout. Two forks of a row often
 * have the same mode. So the first look reports a difference only if all forks of one row are {@value #LEAST_EARLY} times as fast as all
 * of the other, and none is a fifth slower than another of its row, or if all are {@value #DISTANT} times as fast; the latter needs no
 * test, as no benchmark is assumed to have modes that far apart. Three forks sometimes have the same mode; with more than two rows,
 * one of them shows the modes and makes s large.
 */
public final class SequentialOrder {

    /** The chance that any two equal rows of a table differ significantly. */
    public static final double LEVEL = 0.01;

    /** The number of forks of each row at the first look. */
    public static final int FIRST_LOOK = 2;

    /** Half-width of the band of equivalence: a difference of this share or less is never reported. */
    public static final double BAND = 0.01;

    /**
     * At the first look, the slowest fork of the faster row has to be this many times as fast as the fastest fork of
     * the slower row.
     */
    static final double LEAST_EARLY = 3;

    /** If all forks of a row are this many times as fast as all forks of the other, they need not be alike. */
    private static final double DISTANT = 8;

    /** The maximum ratio of the slowest to the fastest fork of a row at the first look (exclusive). */
    private static final double UNLIKE = 1.2;

    private static final double LEVEL_OF_LOOK = LEVEL / 2;

    private final double levelOfPair;

    private SequentialOrder(double levelOfPair) {
        this.levelOfPair = levelOfPair;
    }

    /**
     * Returns the test for a pair of rows of a table.
     *
     * @param compared number of rows that are compared with each other, including the pair
     */
    public static SequentialOrder among(int compared) {
        return new SequentialOrder(LEVEL_OF_LOOK / (compared * (compared - 1.0) / 2));
    }

    /** Returns whether a row has enough forks for the first look, and all of its values are above 0. */
    public static boolean canJudge(double[] row) {
        return row.length >= FIRST_LOOK && Arrays.stream(row).allMatch(value -> value > 0 && Double.isFinite(value));
    }

    /**
     * Returns whether two rows differ significantly at the first look, and need no further fork for it; false before that look.
     *
     * @param one one value above 0 per fork of a row, in the order of measurement
     * @param other the values of the other row, in the same unit
     */
    public boolean isClearEarly(double[] one, double[] other) {
        if (Math.min(one.length, other.length) < FIRST_LOOK) {
            return false;
        }
        double[] first = logarithms(Arrays.copyOf(one, FIRST_LOOK));
        double[] second = logarithms(Arrays.copyOf(other, FIRST_LOOK));
        double gap = gap(first, second);
        boolean alike = isAlike(first) && isAlike(second);
        return gap >= Math.log(DISTANT)
                || (alike
                        && gap >= Math.log(LEAST_EARLY)
                        && isImprobable(first, second, List.of(first, second), levelOfPair));
    }

    /**
     * Returns whether two rows differ significantly at either look, the second with all forks; false while either has
     * fewer than {@value #FIRST_LOOK} forks.
     *
     * @param one one value above 0 per fork of a row, in the order of measurement
     * @param other the values of the other row, in the same unit
     * @param rows the values of all further rows of the table
     */
    public boolean isClear(double[] one, double[] other, Collection<double[]> rows) {
        if (Math.min(one.length, other.length) < FIRST_LOOK) {
            return false;
        }
        if (isClearEarly(one, other)) {
            return true;
        }
        double[] first = logarithms(one);
        double[] second = logarithms(other);
        List<double[]> all = new ArrayList<>(List.of(first, second));
        for (double[] row : rows) {
            double[] further = logarithms(row);
            if (row.length >= FIRST_LOOK
                    && Math.max(gap(further, first), gap(further, second)) < Math.log(LEAST_EARLY)) {
                all.add(further);
            }
        }
        return isImprobable(first, second, List.of(first, second), LEVEL_OF_LOOK)
                && isImprobable(first, second, all, levelOfPair);
    }

    private static double[] logarithms(double[] values) {
        return Require.finite(Arrays.stream(values).map(Math::log).toArray(), "Logarithms of fork values");
    }

    /** Returns the distance between the nearest two values of different sides; below 0 if the sides overlap. */
    private static double gap(double[] one, double[] other) {
        return Math.max(least(one) - most(other), least(other) - most(one));
    }

    private static boolean isAlike(double[] row) {
        return most(row) - least(row) < Math.log(UNLIKE);
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double most(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    /**
     * Returns whether the probability of a difference this large is at most {@code level} for two rows that are equal within the band,
     * given the pooled variance of {@code rows}.
     */
    private static boolean isImprobable(double[] one, double[] other, List<double[]> rows, double level) {
        double squares = 0;
        int degrees = 0;
        for (double[] row : rows) {
            squares += Moments.of(row).variance() * (row.length - 1);
            degrees += row.length - 1;
        }
        double error = Math.sqrt(squares / degrees * (1.0 / one.length + 1.0 / other.length));
        double distance = Math.abs(Moments.of(one).mean() - Moments.of(other).mean()) - Math.log1p(BAND);
        // Without any spread, any difference is certain.
        return distance > 0 && (error == 0 || StudentT.beyond(degrees, distance / error) <= level);
    }
}
