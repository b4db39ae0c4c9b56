// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.ForkEstimate;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Simulates forks with the statistics of real benchmarks.
 *
 * <p>Forks differ by their own factor. Every fifth benchmark has forks of two kinds, as with two ways of inlining; half
 * of those have forks that otherwise differ little, so that five of one kind and five of the other look like a clear
 * change. One fork in twenty is slower throughout. Within a fork iterations are noisy, the first ones slower, and
 * occasionally one is much slower. Over a run the machine drifts, for both sides alike as their forks alternate. In
 * total, fork values spread by 1.8 % at the median benchmark, 3.6 % at the third quartile and 7.1 % at the ninth
 * decile; for 586 real benchmarks in their steady state, the spreads are 1.5, 3.7 and 7.2 %.
 */
public final class ForkModel {

    private static final double MEDIAN_SPREAD = 0.012;
    private static final double SPREAD_OF_SPREADS = 1.2;

    private static final double LARGEST_SPREAD = 0.3;

    /**
     * The factor by which the spread of forks of one kind, and of their iterations, is smaller if the kinds are
     * separate.
     */
    private static final double CLEAR = 0.1;

    private final SplittableRandom random;
    private final double level;
    private final double spread;
    private final double noise;
    private final double kinds;
    private final double drift;

    /** Draws a benchmark. */
    public ForkModel(SplittableRandom random) {
        this.random = random;
        level = Math.exp(5 * normal());
        double drawn = Math.min(LARGEST_SPREAD, MEDIAN_SPREAD * Math.exp(SPREAD_OF_SPREADS * normal()));
        int kind = random.nextInt(10);
        noise = (kind == 0 ? CLEAR : 1) * 0.01 * Math.exp(normal());
        kinds = kind < 2 ? 2 * drawn : 0;
        spread = kind == 0 ? CLEAR * drawn : drawn;
        drift = 0.005 * normal();
    }

    /** Returns the value of each fork, the median of its iterations. */
    static double[] values(double[][] forks) {
        return Arrays.stream(forks).mapToDouble(ForkEstimate::forkValue).toArray();
    }

    /**
     * Draws both sides of a comparison.
     *
     * @param factor the factor by which the new side takes longer
     * @return the old and the new side, each with {@code iterations} operation times for each of {@code forks} forks
     */
    public double[][][] sides(int forks, int iterations, double factor) {
        double[][][] sides = new double[2][forks][];
        for (int i = 0; i < forks; i++) {
            double machine = Math.exp(drift * i / forks);
            sides[0][i] = fork(iterations, level * machine);
            sides[1][i] = fork(iterations, level * machine * factor);
        }
        return sides;
    }

    private double[] fork(int iterations, double expected) {
        double own = expected * Math.exp(spread * normal() + (random.nextBoolean() ? kinds : 0));
        if (random.nextInt(20) == 0) {
            own *= 1 + 2 * spread * exponential();
        }
        double warm = 0.05 * random.nextDouble();
        double[] scores = new double[iterations];
        for (int i = 0; i < iterations; i++) {
            scores[i] = own * Math.exp(noise * normal()) * (1 + warm * Math.exp(-i));
            if (random.nextInt(50) == 0) {
                scores[i] *= 1 + 0.3 * exponential();
            }
        }
        return scores;
    }

    private double exponential() {
        return -Math.log(1 - random.nextDouble());
    }

    /** Returns a normally distributed number, by the Box-Muller method. */
    private double normal() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
