// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Tests whether it matters which forks were the candidate's, by comparing all divisions of the forks into two groups.
 *
 * <p>R. A. Fisher, The Design of Experiments (1935), section 21; E. J. G. Pitman, "Significance tests which may be
 * applied to samples from any populations" (1937). If baseline and candidate do not differ, every division of the fork
 * values into two groups of these sizes was equally likely. The p value is the share of divisions whose difference of
 * means is at least as large as the observed one, regardless of its sign; on logarithms where all values are above zero. No distribution is
 * assumed.
 *
 * <p>All divisions are enumerated up to {@link #MOST_ARRANGEMENTS} of them (11 forks against 11). If there are more,
 * {@link #SAMPLES} divisions are drawn at random, and the p value is (extreme + 1) / (drawn + 1), which is never too
 * small (Phipson and Smyth, Stat. Appl. Genet. Mol. Biol. 9, 2010).
 *
 * @param pValue above 0 up to 1
 * @param arrangements number of divisions that were compared
 * @param exact whether all possible divisions were compared
 */
public record PermutationTest(double pValue, long arrangements, boolean exact) {

    /** Maximum number of divisions that are enumerated. */
    public static final long MOST_ARRANGEMENTS = 1_000_000;

    /** The number of random divisions if there are too many to enumerate. */
    public static final int SAMPLES = 100_000;

    /** Maximum number of divisions that are drawn to detect a small p value. */
    private static final int MOST_SAMPLES = 10_000_000;

    private static final long DEFAULT_SEED = 0x6d6963726f62L;

    /** Compares one value per fork of each side; the same values always give the same p value. */
    public static PermutationTest of(double[] baseline, double[] candidate) {
        return of(baseline, candidate, DEFAULT_SEED);
    }

    /** Compares with the given seed, which is used only if there are too many divisions to enumerate. */
    static PermutationTest of(double[] baseline, double[] candidate, long seed) {
        Require.finite(baseline, "Baseline forks");
        Require.finite(candidate, "Candidate forks");
        RelabelledForks relabelled = new RelabelledForks(baseline, candidate);
        long all = arrangements(baseline.length, candidate.length);
        if (all <= MOST_ARRANGEMENTS) {
            return new PermutationTest((double) relabelled.extremes() / all, all, true);
        }
        int extremes = relabelled.extremesOf(SAMPLES, new SplittableRandom(seed));
        return new PermutationTest((extremes + 1.0) / (SAMPLES + 1.0), SAMPLES, false);
    }

    /**
     * Compares the candidate's forks with the baseline's, with enough samples to detect a p value below the given one: if none of the first
     * {@link #SAMPLES} divisions is as extreme, up to {@link #MOST_SAMPLES} are drawn.
     *
     * @param wanted the p value to detect, such as 0.01 / 3,500 for one of 3,500 cases; above 0
     */
    public static PermutationTest finerThan(double wanted, double[] baseline, double[] candidate) {
        PermutationTest first = of(baseline, candidate);
        int draws = (int) Math.min(MOST_SAMPLES, Math.ceil(2 / wanted));
        if (first.exact || draws <= SAMPLES || first.pValue * (SAMPLES + 1) >= 1.5) {
            return first;
        }
        int extremes = new RelabelledForks(baseline, candidate).extremesOf(draws, new SplittableRandom(DEFAULT_SEED));
        return new PermutationTest((extremes + 1.0) / (draws + 1.0), draws, false);
    }

    /**
     * Returns the smallest p value of an exact permutation test (all divisions enumerated): 1.1e-5 for 10 against 10 forks. It is
     * the probability that two equal sides do not overlap. No distribution-free test can give a smaller one.
     */
    public static double floor(int baselineForks, int candidateForks) {
        // In equal groups, the swapped division is as extreme as the division itself.
        double share = baselineForks == candidateForks ? 2 : 1;
        long all = arrangements(baselineForks, candidateForks);
        if (all <= MOST_ARRANGEMENTS) {
            return share / all;
        }
        int fewer = Math.min(baselineForks, candidateForks);
        for (int i = 1; i <= fewer; i++) {
            share *= (double) i / (baselineForks + candidateForks - fewer + i);
        }
        return share;
    }

    /**
     * Returns the fewest forks per side for which {@link #floor} is at most the given p value, above 0: 5 for 0.01, 10 for 0.00002.
     */
    public static int fewestForks(double pValue) {
        int forks = 1;
        while (floor(forks, forks) > pValue) {
            forks++;
        }
        return forks;
    }

    /** Returns n + m choose m; any number above {@link #MOST_ARRANGEMENTS} if it is larger than that. */
    private static long arrangements(int n, int m) {
        long count = 1;
        for (int i = 1; i <= Math.min(n, m); i++) {
            count = count * (n + m - Math.min(n, m) + i) / i;
            if (count > MOST_ARRANGEMENTS) {
                return count;
            }
        }
        return count;
    }

    /**
     * The pooled fork values of a permutation test, to be relabelled as baseline and candidate, and the distance of the
     * candidate's sum from zero that counts as extreme.
     *
     * <p>Because the values are centred their total is zero: the candidate's sum alone orders all divisions as the
     * difference of means does, and the baseline's sum is the same number with the opposite sign. So only the smaller
     * group is chosen.
     */
    static final class RelabelledForks {

        /** The values minus their mean; those of the smaller group are first. */
        private final double[] centred;

        private final int chosen;
        private final double observed;
        private final double tolerance;

        RelabelledForks(double[] baseline, double[] candidate) {
            boolean turned = baseline.length < candidate.length;
            double[] first = turned ? baseline : candidate;
            double[] second = turned ? candidate : baseline;
            chosen = first.length;
            Scale scale = Scale.of(baseline, candidate);
            centred = Arrays.copyOf(scale.apply(first), first.length + second.length);
            System.arraycopy(scale.apply(second), 0, centred, chosen, second.length);
            double mean = Moments.of(centred).mean();
            double sum = 0;
            double magnitude = 0;
            for (int i = 0; i < centred.length; i++) {
                magnitude = Math.max(magnitude, Math.abs(centred[i]));
                centred[i] -= mean;
                sum += i < chosen ? centred[i] : 0;
            }
            observed = sum;
            // Sums that are mathematically equal differ by rounding errors.
            tolerance = 1e-13 * magnitude * centred.length;
        }

        /** Counts the permutations that are at least as extreme as the observed one. */
        long extremes() {
            return extremes(0, chosen, 0);
        }

        /** Counts the extreme divisions among random divisions, drawn by the first steps of a Fisher-Yates shuffle. */
        int extremesOf(int draws, SplittableRandom random) {
            double[] shuffled = centred.clone();
            int count = 0;
            for (int draw = 0; draw < draws; draw++) {
                double sum = 0;
                for (int i = 0; i < chosen; i++) {
                    int other = i + below(shuffled.length - i, random);
                    double value = shuffled[other];
                    shuffled[other] = shuffled[i];
                    shuffled[i] = value;
                    sum += value;
                }
                count += isExtreme(sum) ? 1 : 0;
            }
            return count;
        }

        /** Returns a number from 0 to {@code bound} - 1. Only uses {@code nextLong}, whose algorithm is specified. */
        static int below(int bound, SplittableRandom random) {
            return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
        }

        /** Counts the selections of {@code wanted} more values, from index {@code next} on, whose sum is extreme. */
        private long extremes(int next, int wanted, double sum) {
            if (wanted == 0) {
                return isExtreme(sum) ? 1 : 0;
            }
            long count = 0;
            for (int i = next; i <= centred.length - wanted; i++) {
                count += extremes(i + 1, wanted - 1, sum + centred[i]);
            }
            return count;
        }

        private boolean isExtreme(double sum) {
            return Math.abs(sum) >= Math.abs(observed) - tolerance;
        }
    }
}
