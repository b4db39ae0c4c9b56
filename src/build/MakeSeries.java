// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Creates a made-up population of benchmarks for testing stop rules: a folder for {@code src/build/replay}.
 *
 * <p>Of the 586 published benchmarks only statistics are known: the spread between forks, the share that is still
 * slower by 10 % after some seconds, and what fixed schedules and the trailing half save and miss. The two populations
 * have similar statistics. In {@code steps} half of a warm-up comes in one to four steps, at nearly the same times in
 * every fork; in {@code fades} all of it fades, and in half of the benchmarks with a different time in each fork.
 *
 * <pre>java MakeSeries.java FOLDER steps|fades [BENCHMARKS [SEED]]</pre>
 */
public final class MakeSeries {

    private static final int FORKS = 10;
    private static final double ITERATION = 0.1;
    /** The seconds of a fork: the full schedule takes 100. */
    private static final double LENGTH = 150;

    /** Pairs of a time in seconds and the share of benchmarks that drop by 10 % or more after it. */
    private static final double[][] LARGE = {
        {0.3, 0.36}, {2, 0.33}, {5.5, 0.30}, {10.5, 0.27}, {20.5, 0.11}, {50.5, 0.04}, {150, 0.01}, {300, 0}
    };
    /** The same for drops of 3 to 10 %. */
    private static final double[][] SMALL = {
        {0.3, 0.60}, {1.5, 0.40}, {7, 0.22}, {15, 0.13}, {25, 0.08}, {45, 0.04}, {100, 0.02}, {300, 0}
    };

    private final boolean stepped;
    private final SplittableRandom random;

    private MakeSeries(boolean stepped, long seed) {
        this.stepped = stepped;
        this.random = new SplittableRandom(seed);
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!args[1].equals("steps") && !args[1].equals("fades")) {
            throw new IllegalArgumentException(args[1] + ": expected steps or fades");
        }
        int benchmarks = args.length > 2 ? Integer.parseInt(args[2]) : 300;
        MakeSeries make = new MakeSeries(args[1].equals("steps"), args.length > 3 ? Long.parseLong(args[3]) : 1);
        Files.createDirectories(folder.resolve("timeseries"));
        for (int b = 0; b < benchmarks; b++) {
            make.benchmark(folder, String.format(Locale.ROOT, "b%03d.json", b));
        }
    }

    /** The parameters that all forks of a benchmark share. */
    private record Benchmark(
            double between,
            double kinds,
            double noise,
            double wander,
            double memory,
            double outliers,
            double start,
            int steps,
            double largeTime,
            double largeSize,
            double smallTime,
            double smallSize,
            double own,
            double burstRate,
            double burstSize) {}

    private Benchmark draw() {
        double between = Math.min(0.3, spread(0.015, 1.1));
        return new Benchmark(
                between,
                random.nextInt(5) == 0 ? 2 * between : 0,
                Math.min(0.25, spread(0.012, 1.1)),
                Math.min(0.12, spread(0.008, 1.2)),
                Math.exp(random.nextDouble(0, Math.log(60))),
                0.06 * random.nextDouble(),
                spread(0.3, 0.8),
                1 + random.nextInt(4),
                time(LARGE),
                0.11 + random.nextDouble() * random.nextDouble(),
                time(SMALL),
                random.nextDouble(0.03, 0.10),
                stepped ? 0.08 : random.nextBoolean() ? 0.1 : 0.6,
                random.nextInt(10) < 4 ? Math.min(0.05, spread(0.004, 1.2)) : 0,
                spread(0.08, 0.6));
    }

    private void benchmark(Path folder, String name) throws IOException {
        Benchmark benchmark = draw();
        String[] forks = new String[FORKS];
        for (int f = 0; f < FORKS; f++) {
            double[] logs = new double[(int) (LENGTH / ITERATION)];
            fill(benchmark, logs);
            forks[f] = Arrays.stream(logs)
                    .mapToObj(log -> String.format(Locale.ROOT, "%.6g", 1e-6 * Math.exp(log)))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        Files.writeString(folder.resolve("timeseries").resolve(name), Arrays.toString(forks));
    }

    /** Fills the logarithms of a fork's times. */
    private void fill(Benchmark of, double[] logs) {
        double level = of.between() * normal() + (random.nextBoolean() ? of.kinds() : 0);
        if (random.nextInt(20) == 0) {
            level += 2 * of.between() * exponential();
        }
        double large = of.largeTime() * Math.exp(of.own() * normal());
        double small = of.smallTime() * Math.exp(of.own() * normal());
        double keep = Math.exp(-ITERATION / of.memory());
        double wander = of.wander() * normal();
        double burstEnd = 0;
        double burst = 0;
        for (int i = 0; i < logs.length; i++) {
            double now = (i + 1) * ITERATION;
            wander = keep * wander + of.wander() * Math.sqrt(1 - keep * keep) * normal();
            if (now > burstEnd && random.nextDouble() < of.burstRate() * ITERATION) {
                burstEnd = now + 4 * exponential();
                burst = of.burstSize() * (random.nextInt(4) == 0 ? -0.5 : 1);
            }
            logs[i] = level
                    + Math.log1p(of.start()) / (1 + Math.pow(now / 0.3, 3))
                    + before(now, large, of.steps()) * Math.log1p(of.largeSize())
                    + before(now, small, of.steps()) * Math.log1p(of.smallSize())
                    + (now < burstEnd ? burst : 0)
                    + wander
                    + of.noise() * normal()
                    + (random.nextDouble() < of.outliers() ? slow() : 0);
        }
    }

    /** Returns the remaining share of a drop, initially above 1. */
    private double before(double now, double time, int steps) {
        if (time == 0) {
            return 0;
        }
        double fading = Math.min(3, Math.pow(now / time, -0.6)) / (1 + Math.pow(now / time, 3));
        if (!stepped) {
            return fading;
        }
        double left = now < time ? 1 : 0;
        for (int step = 1; step < steps; step++) {
            left += now < time * Math.pow(0.4, step) ? 0.35 : 0;
        }
        return (left + fading) / 2;
    }

    /** Returns a factor with a heavy tail: Pareto with an exponent of 1.5, at most 3. */
    private double slow() {
        return Math.min(Math.log(3), 0.03 * Math.pow(1 - random.nextDouble(), -1 / 1.5));
    }

    /** Draws a time from a curve that is linear in the logarithm of time between its points; 0 means no drop. */
    private double time(double[][] curve) {
        double share = random.nextDouble();
        for (int i = 0; i < curve.length; i++) {
            if (share >= curve[i][1]) {
                if (i == 0) {
                    return 0;
                }
                double part = (curve[i - 1][1] - share) / (curve[i - 1][1] - curve[i][1]);
                return Math.exp(Math.log(curve[i - 1][0]) + part * Math.log(curve[i][0] / curve[i - 1][0]));
            }
        }
        throw new AssertionError("The last share is 0");
    }

    private double spread(double median, double deviation) {
        return median * Math.exp(deviation * normal());
    }

    private double exponential() {
        return -Math.log(1 - random.nextDouble());
    }

    /** Returns a normal number, by the method of Box and Muller. */
    private double normal() {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
