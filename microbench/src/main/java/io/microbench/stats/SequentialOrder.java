/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.stats;

import java.util.Arrays;

/**
 * Tells which of two is faster, at two looks: after the first {@value #FIRST_LOOK} forks of each, and when all forks are there.
 *
 * <p>Whoever looks twice and stops as soon as a test finds something is wrong more often than the test says. So each look
 * gets its part of the level, fixed beforehand, and the parts add up to it: the chance that two equals are ever told apart
 * is at most their sum, however the looks depend on one another and whether or not the second one takes place (Bonferroni's
 * inequality; spending a level over looks is that of K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for
 * clinical trials", Biometrika 70, 1983). With {@value #LEVEL} for a table and m rows in it, a pair of rows has at each look
 * <pre>
 *   level / 2 looks / (m (m - 1) / 2 pairs),
 * </pre>
 * and is told apart where Student's t of the two,
 * <pre>
 *   t = |mean(x) - mean(y)| / (s sqrt(1/a + 1/b)),   s^2 = (SS(x) + SS(y)) / (a + b - 2),   a + b - 2 degrees of freedom,
 * </pre>
 * of the logarithms x and y of a and b fork values, is that improbable for equals. The unit is the fork: iterations of one
 * fork are not independent. Both sides of equals vary alike, so one s for both is right, and gives two forks against two
 * as many degrees of freedom as there can be. Things that take equally long and vary differently are told apart more often:
 * where all the variation is on one side, in 4.5 % of pairs at two forks each and in 3 % at three, at most.
 *
 * <p>That rests on fork values whose logarithms are about normal. Forks of one benchmark may also come in modes, by what
 * the JIT compiler inlined or how memory was laid out, and of two forks both may be of one mode. So the first look tells
 * nothing apart that is not {@value #LEAST_EARLY} times apart, fork from fork: modes are rarely as far as that from each other.
 */
public final class SequentialOrder {

    /** The chance that of equals in one table any two are told apart. */
    public static final double LEVEL = 0.01;

    /** After so many forks of each the first look is taken. */
    public static final int FIRST_LOOK = 2;

    /** At the first look the slowest fork of the faster one has to be so many times as fast as the fastest of the slower one. */
    static final double LEAST_EARLY = 2;

    private static final int LOOKS = 2;

    private final double levelOfLook;

    private SequentialOrder(double levelOfLook) {
        this.levelOfLook = levelOfLook;
    }

    /**
     * Returns the test for one pair of those that are compared with each other.
     *
     * @param compared how many are compared, the two included
     * @throws IllegalArgumentException if {@code compared} is below 2
     */
    public static SequentialOrder among(int compared) {
        double rows = Require.atLeast(2, compared, "What is compared");
        return new SequentialOrder(LEVEL / LOOKS / (rows * (rows - 1) / 2));
    }

    /**
     * Returns whether the first look tells two apart, so that neither needs a further fork for it; false before that look.
     *
     * @param one one value per fork above 0, in the order in which they were measured
     * @param other those of the other, in the same unit
     * @throws IllegalArgumentException if a value is not above 0
     */
    public boolean isClearEarly(double[] one, double[] other) {
        if (Math.min(one.length, other.length) < FIRST_LOOK) {
            return false;
        }
        double[] first = logarithms(Arrays.copyOf(one, FIRST_LOOK));
        double[] second = logarithms(Arrays.copyOf(other, FIRST_LOOK));
        return gap(first, second) >= Math.log(LEAST_EARLY) && isImprobable(first, second);
    }

    /**
     * Returns whether either look tells two apart, the second one with all the forks that there are; false while one of the
     * two has fewer than {@value #FIRST_LOOK}.
     *
     * @param one one value per fork above 0, in the order in which they were measured
     * @param other those of the other, in the same unit
     * @throws IllegalArgumentException if a value is not above 0
     */
    public boolean isClear(double[] one, double[] other) {
        return Math.min(one.length, other.length) >= FIRST_LOOK
                && (isClearEarly(one, other) || isImprobable(logarithms(one), logarithms(other)));
    }

    private static double[] logarithms(double[] values) {
        return Arrays.stream(values)
                .map(value -> Math.log(Require.positive(value, "Fork value")))
                .toArray();
    }

    /** Returns how far the nearest two of different sides are apart; below 0 where the sides overlap. */
    private static double gap(double[] one, double[] other) {
        return Math.max(least(one) - most(other), least(other) - most(one));
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double most(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    /** Returns whether equals differ as much as that with the chance of one look at most. */
    private boolean isImprobable(double[] one, double[] other) {
        Moments first = Moments.of(one);
        Moments second = Moments.of(other);
        int degrees = one.length + other.length - 2;
        double squares = first.variance() * (one.length - 1) + second.variance() * (other.length - 1);
        double error = Math.sqrt(squares / degrees * (1.0 / one.length + 1.0 / other.length));
        double distance = Math.abs(first.mean() - second.mean());
        // Without any spread, what differs at all differs for certain.
        return distance > 0 && (error == 0 || StudentT.beyond(degrees, distance / error) <= levelOfLook);
    }
}
