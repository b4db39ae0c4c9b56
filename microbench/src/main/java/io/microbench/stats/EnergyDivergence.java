// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

/**
 * Finds the point that divides a stretch of a series into two parts that differ most.
 *
 * <p>Matteson and James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data" (J. Am.
 * Stat. Assoc. 109, 2014), section 2, with alpha = 1. For parts X of n and Y of m values the divergence is mn /
 * (m + n) times (2 mean|x - y| - mean|x - x'| - mean|y - y'|); it is maximised over the split and over the end of Y, so
 * that a change which is soon undone is found too. Sums of distances over all ranges are computed once, in the square
 * of the window's length.
 */
final class EnergyDivergence {

    /** {@code within[a][b]}: the sum of distances between all pairs from index a to b, b excluded. */
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
     * @param to end of the stretch, excluded
     * @param divergence how much the parts differ
     */
    record Candidate(int from, int index, int to, double divergence) {

        /** Stands for a stretch too short to divide. */
        static final Candidate NONE = new Candidate(0, 0, 0, Double.NEGATIVE_INFINITY);

        boolean exists() {
            return from < index;
        }

        /** Returns this candidate unless the other one divides better. */
        Candidate orBetter(Candidate other) {
            return other.divergence > divergence ? other : this;
        }

        /** Returns the change point it would be in the series it was found in. */
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
