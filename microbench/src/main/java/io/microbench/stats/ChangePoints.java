// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the points of a history at which its level changed permanently.
 *
 * <p>The algorithm of Fleming, Kolaczkowski and others, "Hunter: Using Change Point Detection to Hunt for Performance
 * Regressions" (ICPE 2023), now Apache Otava. It takes the candidates of E-divisive means (Matteson and James, "A
 * Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", J. Am. Stat. Assoc. 109, 2014;
 * {@link EnergyDivergence}) and tests them by Student's t instead of by permutations, which makes it fast and free of
 * chance:
 *
 * <ol>
 *   <li>Windows that overlap by half slide over the series. In each, the best candidate splits the window as long as it
 *       is significant at ten times the level asked for. These are the weak points; a lenient first pass keeps a true
 *       change from hiding behind another.
 *   <li>The weakest point, by p value or by size, is dropped and its neighbours are tested again on what is now one
 *       stretch, until all that are left are significant and large enough.
 * </ol>
 *
 * <p>Two things differ from Otava 0.8. It divides by n in the standard deviation; here it is n - 1, as Student's test
 * wants it, so a p value is a little larger. And after a drop it repeats the test on the right neighbour only; here it
 * is repeated on both. Either way the split was chosen to be the best one, which makes the p value optimistic: it
 * nominates a suspect and is not a verdict.
 *
 * <p>Pass only runs from like environments, in sequence and without gaps: a new machine would be a change point.
 *
 * @param window length of the sliding window in values, 2 or more
 * @param maxPValue level of significance, between 0 and 1
 * @param minMagnitude changes up to this share are dropped, 0 or more; 0.03 for 3 %
 */
public record ChangePoints(int window, double maxPValue, double minMagnitude) {

    /** Otava's defaults: window 50, p value 0.001, any magnitude. */
    public static final ChangePoints DEFAULTS = new ChangePoints(50, 0.001, 0);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a number is outside its range
     */
    public ChangePoints {
        Require.atLeast(2, window, "Change point window");
        Require.fraction(maxPValue, "Change point p value");
        Require.notNegative(minMagnitude, "Change point magnitude");
    }

    /**
     * Returns the change points of a series, ascending; none for a series of fewer than three values.
     *
     * @param series one value per run in the order of time; may be empty
     * @throws IllegalArgumentException if a value is not finite
     */
    public List<ChangePoint> of(double[] series) {
        Require.finite(series, "History", 0);
        List<Integer> indices = new ArrayList<>(weakPoints(series));
        List<ChangePoint> points = new ArrayList<>();
        for (int i = 0; i < indices.size(); i++) {
            points.add(test(series, indices, i));
        }
        while (!points.isEmpty()) {
            ChangePoint weakest = weakest(points);
            if (weakest.pValue() < maxPValue && weakest.magnitude() > minMagnitude) {
                return points;
            }
            int dropped = points.indexOf(weakest);
            points.remove(dropped);
            indices.remove(dropped);
            // A test looks from one neighbour to the other, so only those of the dropped point come out otherwise now.
            for (int i = Math.max(0, dropped - 1); i <= Math.min(dropped, points.size() - 1); i++) {
                points.set(i, test(series, indices, i));
            }
        }
        return List.of();
    }

    /** Returns the least significant point, or if all are significant the one with the smallest change. */
    private ChangePoint weakest(List<ChangePoint> points) {
        ChangePoint leastSignificant = Collections.max(points, Comparator.comparingDouble(ChangePoint::pValue));
        return leastSignificant.pValue() >= maxPValue
                ? leastSignificant
                : Collections.min(points, Comparator.comparingDouble(ChangePoint::magnitude));
    }

    /** Tests a point on the stretch between its neighbours. */
    private static ChangePoint test(double[] series, List<Integer> indices, int i) {
        int from = i == 0 ? 0 : indices.get(i - 1);
        int to = i == indices.size() - 1 ? series.length : indices.get(i + 1);
        return ChangePoint.test(series, from, indices.get(i), to);
    }

    private TreeSet<Integer> weakPoints(double[] series) {
        TreeSet<Integer> points = new TreeSet<>();
        for (int start = 0; start < series.length; ) {
            int next = start + window / 2;
            for (int point : split(Arrays.copyOfRange(series, start, Math.min(start + window, series.length)))) {
                points.add(start + point);
                next = Math.max(next, start + point);
            }
            start = next;
        }
        return points;
    }

    /** Splits a stretch at its best candidate for as long as the best one is significant at the lenient level. */
    private List<Integer> split(double[] stretch) {
        EnergyDivergence divergence = new EnergyDivergence(stretch);
        List<Integer> bounds = new ArrayList<>(List.of(0, stretch.length));
        while (true) {
            EnergyDivergence.Candidate best = EnergyDivergence.Candidate.NONE;
            for (int i = 1; i < bounds.size(); i++) {
                best = best.orBetter(divergence.best(bounds.get(i - 1), bounds.get(i)));
            }
            if (!best.exists() || best.in(stretch).pValue() > weakPValue()) {
                return bounds.subList(1, bounds.size() - 1);
            }
            bounds.add(best.index());
            Collections.sort(bounds);
        }
    }

    private double weakPValue() {
        if (maxPValue >= 0.5) {
            return maxPValue;
        }
        return maxPValue < 0.05 ? 10 * maxPValue : 2 * maxPValue;
    }
}
