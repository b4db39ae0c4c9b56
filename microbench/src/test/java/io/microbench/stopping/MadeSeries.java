// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stopping;

import io.microbench.stopping.StopRule.Point;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Synthetic series of iterations of 0.1 s with features of real forks.
 *
 * <p>Immutable; every method adds one feature. Levels are shares: a drop of 0.2 is a level 20 % higher before than
 * after.
 */
public final class MadeSeries {

    private static final double ITERATION = 0.1;

    private final double[] logs;

    private MadeSeries(double[] logs) {
        this.logs = logs;
    }

    /** Returns a series with the constant value 1 for the given number of seconds. */
    public static MadeSeries constant(double seconds) {
        return new MadeSeries(new double[(int) Math.round(seconds / ITERATION)]);
    }

    /** Adds a plateau: slower by the given share until the given time. */
    public MadeSeries dropAt(double seconds, double share) {
        return plus(t -> t < seconds ? Math.log1p(share) : 0);
    }

    /** Adds a warm-up that decreases as a power of the time; half of it is gone at the given time. */
    public MadeSeries ramp(double halfTime, double share) {
        return plus(t -> Math.log1p(share) / (1 + Math.pow(t / halfTime, 3)));
    }

    /** Adds a saw tooth: a repeated rise by a share. */
    public MadeSeries sawtooth(double period, double share) {
        return plus(t -> Math.log1p(share) * (t / period - Math.floor(t / period)));
    }

    /** Adds independent noise with the given relative deviation. */
    public MadeSeries noise(long seed, double deviation) {
        SplittableRandom random = new SplittableRandom(seed);
        return plus(t -> deviation * gauss(random));
    }

    /** Adds correlated noise: an autoregressive process with a time constant in seconds. */
    public MadeSeries wander(long seed, double deviation, double memory) {
        SplittableRandom random = new SplittableRandom(seed);
        double keep = Math.exp(-ITERATION / memory);
        double[] state = {deviation * gauss(random)};
        return plus(t -> {
            state[0] = keep * state[0] + deviation * Math.sqrt(1 - keep * keep) * gauss(random);
            return state[0];
        });
    }

    /**
     * Adds slow iterations with a probability: longer by a heavy-tailed share (Pareto, exponent 1.5), at most 3 times.
     */
    public MadeSeries outliers(long seed, double probability) {
        SplittableRandom random = new SplittableRandom(seed);
        return plus(t -> random.nextDouble() < probability
                ? Math.min(Math.log(3), 0.05 * Math.pow(1 - random.nextDouble(), -1 / 1.5))
                : 0);
    }

    /** Makes the whole series slower by the given share. */
    public MadeSeries level(double share) {
        return plus(t -> Math.log1p(share));
    }

    /** Returns the times per operation, as multiples of the given one, in seconds. */
    public double[] values(double unit) {
        return Arrays.stream(logs).map(log -> unit * Math.exp(log)).toArray();
    }

    /** Returns the points as a rule sees them, for an operation of about a microsecond. */
    public Point[] points() {
        return Arrays.stream(values(1e-6))
                .mapToObj(value -> new Point(value, ITERATION, 0))
                .toArray(Point[]::new);
    }

    /** Returns a standard normal value; that of SplittableRandom differs between JDK 17 and later ones. */
    static double gauss(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private MadeSeries plus(DoubleUnaryOperator feature) {
        return new MadeSeries(IntStream.range(0, logs.length)
                .mapToDouble(i -> logs[i] + feature.applyAsDouble((i + 1) * ITERATION))
                .toArray());
    }
}
