// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * Creates forks with a known true value: a level for each fork, and iterations that vary around it.
 *
 * <p>Based on {@code SplittableRandom.nextLong}, whose algorithm is specified, so that every figure asserted by a test
 * is the same on every JDK.
 */
final class Simulation {

    private final SplittableRandom random;
    private final double forkSpread;
    private final double iterationSpread;

    /** Spreads are standard deviations of logarithms: 0.02 for 2 %. */
    Simulation(long seed, double forkSpread, double iterationSpread) {
        random = new SplittableRandom(seed);
        this.forkSpread = forkSpread;
        this.iterationSpread = iterationSpread;
    }

    /** Creates forks around {@code level} with {@code iterations} each. */
    double[][] forks(int forks, int iterations, double level) {
        double[][] made = new double[forks][iterations];
        for (double[] fork : made) {
            double own = level * Math.exp(forkSpread * normal());
            for (int i = 0; i < iterations; i++) {
                fork[i] = own * Math.exp(iterationSpread * normal());
            }
        }
        return made;
    }

    /** Creates fork values without iterations. */
    double[] values(int forks, double level) {
        double[] values = new double[forks];
        for (int i = 0; i < forks; i++) {
            values[i] = level * Math.exp(forkSpread * normal());
        }
        return values;
    }

    /** Creates fork values, a few of which are much slower than the others, as after unfortunate compilation. */
    double[] skewedValues(int forks, double level) {
        double[] values = new double[forks];
        for (int i = 0; i < forks; i++) {
            values[i] = level * (1 - forkSpread * Math.log(1 - uniform()));
        }
        return values;
    }

    /** Returns the value of each fork, the median of its iterations. */
    static double[] forkValues(double[][] forks) {
        return Arrays.stream(forks).mapToDouble(ForkEstimate::forkValue).toArray();
    }

    double[] uniform(int count) {
        return DoubleStream.generate(this::uniform).limit(count).toArray();
    }

    private double uniform() {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }

    /** By the method of Box and Muller. */
    private double normal() {
        return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    }

    static double share(int trials, Trial trial) {
        int hits = 0;
        for (int i = 0; i < trials; i++) {
            hits += trial.succeeds() ? 1 : 0;
        }
        return (double) hits / trials;
    }

    interface Trial {
        boolean succeeds();
    }
}
