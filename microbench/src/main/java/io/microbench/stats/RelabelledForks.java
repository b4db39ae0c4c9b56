// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The pooled fork values of a permutation test, to be relabelled as baseline and candidate, and how far the candidate's
 * sum must be from zero to count as extreme.
 *
 * <p>Because the values are centred their total is zero: the candidate's sum alone orders all divisions as the
 * difference of means does, and the baseline's sum is the same number with the sign turned. So the smaller group is
 * dealt.
 */
final class RelabelledForks {

    /** The smaller group first, less the mean of all; with the sign turned where that group is the baseline. */
    private final double[] centred;

    private final int chosen;
    private final double observed;
    private final double tolerance;
    private final Alternative alternative;

    RelabelledForks(double[] baseline, double[] candidate, Alternative alternative) {
        this.alternative = alternative;
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
            centred[i] = turned ? mean - centred[i] : centred[i] - mean;
            sum += i < chosen ? centred[i] : 0;
        }
        observed = sum;
        // Sums that are equal on paper differ by the rounding of the values that went into them.
        tolerance = 1e-13 * magnitude * centred.length;
    }

    /** Counts the extreme ones among all divisions. */
    long extremes() {
        return extremes(0, chosen, 0);
    }

    /** Counts the extreme ones among divisions drawn by the first steps of a Fisher-Yates shuffle. */
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

    /** Returns a number from 0 to {@code bound} - 1; made from {@code nextLong} alone, whose algorithm is specified. */
    static int below(int bound, SplittableRandom random) {
        return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
    }

    /** Counts the extreme ways to choose {@code wanted} more values from index {@code next} on. */
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
        return switch (alternative) {
            case DIFFERENT -> Math.abs(sum) >= Math.abs(observed) - tolerance;
            case GREATER -> sum >= observed - tolerance;
            case LESS -> sum <= observed + tolerance;
        };
    }
}
