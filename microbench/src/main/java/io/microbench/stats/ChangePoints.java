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
 * <p>The algorithm of Fleming, Kolaczkowski and others, "Hunter: Using Change Point Detection to Hunt for Performance Regressions" (ICPE
 * 2023), now Apache Otava. It takes the candidates of E-divisive means (Matteson and James, "A Nonparametric Approach for Multiple Change
 * Point Analysis of Multivariate Data", J. Am. Stat. Assoc. 109, 2014; {@link EnergyDivergence}) and tests them by Student's t instead of
 * by permutations, which makes it fast and deterministic:
 *
 * <ol>
 *   <li>Windows that overlap by half slide over the series. In each, the best candidate splits the window as long as it is significant at
 *     ten times the requested level. These are weak points: a lenient first pass prevents a true change from hiding another.
 *   <li>The weakest point, by p value or by size, is dropped and its neighbours are tested again on the joined stretch, until all
 *     remaining points are significant and large enough.
 * </ol>
 *
 * <p>There are two differences from Otava 0.8. The divisor of the variance is n - 1 instead of n, as Student's test requires, so p values
 * are slightly larger. After a point is dropped, both neighbours are tested again instead of only the right one. In both versions p
 * values are too small, because the best split was chosen: a point is a suspect, not a verdict.
 *
 * <p>Only pass consecutive runs of the same kind of environment: a new machine would be a change point.
 *
 * @param window length of the sliding window in values, 2 or more
 * @param maxPValue level of significance, between 0 and 1
 * @param minMagnitude changes up to this share are dropped, 0 or more; 0.03 for 3 %
 */
public record ChangePoints(int window, double maxPValue, double minMagnitude) {

    /** Otava's defaults: window 50, p value 0.001, any magnitude. */
    public static final ChangePoints DEFAULTS = new ChangePoints(50, 0.001, 0);

    /**
     * Returns the change points of a series, ascending; none for a series of fewer than three values.
     *
     * @param series one value per run in chronological order; may be empty
     */
    public List<ChangePoint> of(double[] series) {
        if (series.length == 0) {
            return List.of();
        }
        Require.finite(series, "History");
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
            // A test covers the values between its neighbours, so only those of the dropped point's neighbours change.
            for (int i = Math.max(0, dropped - 1); i <= Math.min(dropped, points.size() - 1); i++) {
                points.set(i, test(series, indices, i));
            }
        }
        return List.of();
    }

    /** Returns the least significant point or, if all are significant, the one with the smallest change. */
    private ChangePoint weakest(List<ChangePoint> points) {
        ChangePoint leastSignificant = Collections.max(points, Comparator.comparingDouble(ChangePoint::pValue));
        return leastSignificant.pValue() >= maxPValue
                ? leastSignificant
                : Collections.min(points, Comparator.comparingDouble(ChangePoint::magnitude));
    }

    /** Tests a point against the values between its neighbours. */
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

    /** Splits a stretch at its best candidate while that candidate is significant at the lenient level. */
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

    /**
     * Finds the point that divides a stretch of a series into two parts that differ most.
     *
     * <p>Matteson and James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data" (J. Am.
     * Stat. Assoc. 109, 2014), section 2, with alpha = 1. For parts X of n and Y of m values the divergence is mn / (m + n)
     * times (2 mean|x - y| - mean|x - x'| - mean|y - y'|); it is maximised over the split and over the end of Y, so a
     * change that is soon reverted is also found. Sums of distances over all ranges are computed once, in time quadratic in
     * the window length.
     */
    static final class EnergyDivergence {

        /** {@code within[a][b]}: the sum of distances between all pairs from index a to b, b exclusive. */
        private final double[][] within;

        EnergyDivergence(double[] series) {
            int n = series.length;
            within = new double[n + 1][n + 1];
            for (int b = 1; b <= n; b++) {
                double toLast = 0;
                for (int a = b - 2; a >= 0; a--) {
                    toLast += Math.abs(series[a] - series[b - 1]);
                    within[a][b] = within[a][b - 1] + toLast;
                }
            }
        }

        /**
         * A possible change point.
         *
         * @param from start of the stretch it divides
         * @param index first value of the second part
         * @param to end of the stretch, exclusive
         * @param divergence the measure of the difference between the parts
         */
        record Candidate(int from, int index, int to, double divergence) {

            /** The candidate of a stretch that is too short to divide. */
            static final Candidate NONE = new Candidate(0, 0, 0, Double.NEGATIVE_INFINITY);

            boolean exists() {
                return from < index;
            }

            /** Returns the candidate with the larger divergence; this one if both are equal. */
            Candidate orBetter(Candidate other) {
                return other.divergence > divergence ? other : this;
            }

            /** Returns the change point of this candidate in its series. */
            ChangePoint in(double[] series) {
                return ChangePoint.test(series, from, index, to);
            }
        }

        /** Returns the best candidate of a stretch, {@link Candidate#NONE} if it has fewer than two values. */
        Candidate best(int from, int to) {
            Candidate best = Candidate.NONE;
            for (int index = from + 1; index < to; index++) {
                for (int end = index + 1; end <= to; end++) {
                    double divergence = divergence(from, index, end);
                    if (divergence > best.divergence()) {
                        best = new Candidate(from, index, to, divergence);
                    }
                }
            }
            return best;
        }

        private double divergence(int from, int index, int end) {
            int n = index - from;
            int m = end - index;
            double left = within[from][index];
            double right = within[index][end];
            double across = within[from][end] - left - right;
            double divergence = across;
            divergence -= n > 1 ? left * m / (n - 1) : 0;
            divergence -= m > 1 ? right * n / (m - 1) : 0;
            return 2 * divergence / (m + n);
        }
    }

    /**
     * A point of a history at which the level changed.
     *
     * @param index the index of the first value of the new level, counted from 0
     * @param meanBefore mean from the previous change point (or the start) up to this one
     * @param meanAfter mean from this point up to the next change point (or the end)
     * @param pValue the p value of Student's two-sided t test between the two, 0 to 1
     */
    public record ChangePoint(int index, double meanBefore, double meanAfter, double pValue) {

        /** Returns the size of the change as a share of the smaller mean, 0 or more. */
        public double magnitude() {
            return meanAfter == meanBefore
                    ? 0
                    : Math.max(Math.abs(meanAfter / meanBefore - 1), Math.abs(meanBefore / meanAfter - 1));
        }

        /** Tests the split of {@code from} to {@code to} at {@code index}. */
        public static ChangePoint test(double[] series, int from, int index, int to) {
            Moments before = Moments.of(Arrays.copyOfRange(series, from, index));
            Moments after = Moments.of(Arrays.copyOfRange(series, index, to));
            return new ChangePoint(index, before.mean(), after.mean(), studentPValue(before, after));
        }

        /** Pools the variances, because a new level often has only one value, and therefore no variance. */
        private static double studentPValue(Moments before, Moments after) {
            int degrees = before.count() + after.count() - 2;
            if (degrees < 1 || before.mean() == after.mean()) {
                return 1;
            }
            double pooled = (squares(before) + squares(after)) / degrees;
            double error = Math.sqrt(pooled / before.count() + pooled / after.count());
            return error == 0 ? 0 : StudentT.beyond(degrees, (after.mean() - before.mean()) / error);
        }

        private static double squares(Moments moments) {
            return moments.hasVariance() ? moments.variance() * (moments.count() - 1) : 0;
        }
    }
}
