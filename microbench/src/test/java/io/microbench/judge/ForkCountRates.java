// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.ForkRatio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Counts how often two runs of 1, 50 and 500 cases have a false verdict, and which changes they find, for each number
 * of forks.
 *
 * <p>Fork values are drawn from populations, and taken from stored series: all divisions of a benchmark's forks into
 * two sides. Each pair of sides is judged as one of many cases, by the case's share of the level (Bonferroni), which is
 * the strictest level of Holm's procedure; the probability of any false verdict among n equal cases is 1 - (1 -
 * probability of one)^n. {@code main} ends with exit code 1 if it is above the level for a population for which the
 * rule is meant.
 */
final class ForkCountRates {

    private static final int[] FORKS = {2, 3, 4, 5, 8, 10};
    private static final int[] CASES = {1, 50, 500};
    private static final double[] FACTORS = {1.03, 1.1, 2, 10};
    private static final int TRIALS = 400_000;
    private static final int CHANGED = 1_000;
    private static final int[][] WINDOWS = {{5, 10}, {50, 100}, {2500, 3000}};
    private static final int STORED_FORKS = 10;

    private ForkCountRates() {}

    /** Draws the fork values of two sides. */
    interface Population {

        double[][] sides(SplittableRandom random, int forks);
    }

    /** Draws the logarithm of one fork's value. */
    private interface Fork {

        double next(SplittableRandom random);
    }

    private static Population of(Fork fork) {
        return (random, forks) -> {
            double[][] sides = new double[2][forks];
            for (double[] side : sides) {
                Arrays.setAll(side, i -> Math.exp(fork.next(random)));
            }
            return sides;
        };
    }

    static Population lognormal(double spread) {
        return of(random -> spread * random.nextGaussian());
    }

    /** Student's distribution of three degrees of freedom. */
    private static Population t3(double spread) {
        return of(random -> {
            double squares = 0;
            for (int i = 0; i < 3; i++) {
                double normal = random.nextGaussian();
                squares += normal * normal;
            }
            return spread * random.nextGaussian() / Math.sqrt(squares / 3);
        });
    }

    /** Some forks are slower by a factor; otherwise they spread by 1 %. */
    static Population twoKinds(double share, double factor) {
        return of(random -> 0.01 * random.nextGaussian() + (random.nextDouble() < share ? Math.log(factor) : 0));
    }

    /** The machine's speed drifts by 5 %, and forks of both sides alternate. */
    private static Population autoregressive(double correlation) {
        return (random, forks) -> {
            double[][] sides = new double[2][forks];
            double state = random.nextGaussian();
            for (int i = 0; i < 2 * forks; i++) {
                sides[i % 2][i / 2] = Math.exp(0.05 * state);
                state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            }
            return sides;
        };
    }

    /** Benchmarks with the spread of real ones. */
    static Population model(double factor) {
        return (random, forks) -> Arrays.stream(new ForkModel(random.split()).sides(forks, 5, factor))
                .map(ForkModel::values)
                .toArray(double[][]::new);
    }

    /** The populations for which the rule is intended. */
    static Map<String, Population> meant() {
        Map<String, Population> populations = new LinkedHashMap<>();
        populations.put("model of real forks", model(1));
        populations.put("lognormal, spread 5 %", lognormal(0.05));
        populations.put("lognormal, spread 30 %", lognormal(0.3));
        populations.put("t3, scale 5 %", t3(0.05));
        populations.put("one fork in five slower, 1.3x", twoKinds(0.2, 1.3));
        populations.put("two kinds, 1.1x", twoKinds(0.5, 1.1));
        populations.put("two kinds, 1.5x", twoKinds(0.5, 1.5));
        populations.put("AR(1) 0.9, in turn", autoregressive(0.9));
        return populations;
    }

    /** The populations that violate an assumption: printed, but not part of the outcome. */
    private static Map<String, Population> broken() {
        Map<String, Population> populations = new LinkedHashMap<>();
        populations.put("one fork in five slower, 2x", twoKinds(0.2, 2));
        populations.put("two kinds, 2.5x", twoKinds(0.5, 2.5));
        populations.put("two kinds, 4x", twoKinds(0.5, 4));
        return populations;
    }

    /** Counts judged pairs of sides, and how many of them are reported as faster or slower in a suite of n cases. */
    static final class Claims {

        private final Map<Integer, Integer> claims = new LinkedHashMap<>();
        private int pairs;

        void judge(double[] baseline, double[] candidate) {
            pairs++;
            double welch = ForkRatio.of(baseline, candidate).pValue().orElseThrow();
            // The test's p value is never below this one.
            if (welch > JudgeSettings.LEVEL) {
                return;
            }
            SpeedTest test = SpeedTest.of(baseline, candidate, false, JudgeSettings.DEFAULTS);
            for (int cases : CASES) {
                Verdict verdict = test.verdict(Math.min(1, test.p() * cases), JudgeSettings.DEFAULTS.among(cases));
                boolean changed = verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
                claims.merge(cases, changed ? 1 : 0, Integer::sum);
            }
        }

        double share(int cases) {
            return (double) claims.getOrDefault(cases, 0) / pairs;
        }

        /** Returns the probability that any of the given number of equal cases is reported as faster or slower. */
        double any(int cases) {
            return 1 - Math.pow(1 - share(cases), cases);
        }
    }

    /** Judges pairs of sides; the same numbers of forks and pairs always give the same result. */
    static Claims judge(Population population, int forks, int pairs) {
        SplittableRandom random = new SplittableRandom(forks);
        Claims claims = new Claims();
        for (int i = 0; i < pairs; i++) {
            double[][] sides = population.sides(random, forks);
            claims.judge(sides[0], sides[1]);
        }
        return claims;
    }

    /** Judges all divisions of the forks of each benchmark into two sides with this many forks. */
    private static Claims divisions(List<double[]> benchmarks, int forks, double factor) {
        Claims claims = new Claims();
        for (double[] values : benchmarks) {
            choose(
                    values.length,
                    forks,
                    first -> choose(values.length, forks, second -> {
                        if ((first & second) == 0) {
                            claims.judge(pick(values, first, 1), pick(values, second, factor));
                        }
                    }));
        }
        return claims;
    }

    private static void choose(int of, int forks, Consumer<Integer> chosen) {
        for (int set = 0; set < 1 << of; set++) {
            if (Integer.bitCount(set) == forks) {
                chosen.accept(set);
            }
        }
    }

    private static double[] pick(double[] values, int set, double factor) {
        double[] picked = new double[Integer.bitCount(set)];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if ((set >> i & 1) == 1) {
                picked[next++] = values[i] * factor;
            }
        }
        return picked;
    }

    /** Prints a row of a table: for each number of cases a share in per cent. */
    private static void row(String name, int forks, List<Double> shares) {
        StringBuilder line = new StringBuilder("| " + name + " | " + forks);
        shares.forEach(share -> line.append(String.format(Locale.ROOT, " | %.2f", 100 * share)));
        System.out.println(line + " |");
    }

    private static double falseVerdicts(String name, int forks, Claims claims) {
        List<Double> shares = Arrays.stream(CASES).mapToObj(claims::any).toList();
        row(name, forks, shares);
        return shares.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    private static double falseVerdicts(Map<String, Population> populations) {
        double most = 0;
        for (Map.Entry<String, Population> each : populations.entrySet()) {
            for (int forks : FORKS) {
                most = Math.max(most, falseVerdicts(each.getKey(), forks, judge(each.getValue(), forks, TRIALS)));
            }
        }
        return most;
    }

    private static void found(String name, double factor, int forks, Claims claims) {
        String change = factor < 2
                ? String.format(Locale.ROOT, "%.0f %% longer", 100 * (factor - 1))
                : String.format(Locale.ROOT, "%.0fx", factor);
        row(
                name + ", " + change,
                forks,
                Arrays.stream(CASES).mapToObj(claims::share).toList());
    }

    private static double stored(StoredSeries series) {
        double most = 0;
        for (int[] window : WINDOWS) {
            List<double[]> values = series.values(window[0], window[1]);
            String name = String.format(
                    Locale.ROOT, "%d stored, %.1f to %.1f s", values.size(), window[0] / 10.0, window[1] / 10.0);
            for (int forks : FORKS) {
                if (2 * forks <= STORED_FORKS) {
                    most = Math.max(most, falseVerdicts(name, forks, divisions(values, forks, 1)));
                    for (double factor : FACTORS) {
                        found(name, factor, forks, divisions(values, forks, factor));
                    }
                }
            }
        }
        return most;
    }

    public static void main(String[] arguments) throws IOException {
        System.out.println(
                "Any false verdict, in %, where nothing changed; then the share of changed cases found, in %.");
        StringBuilder head = new StringBuilder("| population | forks per side");
        Arrays.stream(CASES).forEach(cases -> head.append(" | ").append(cases).append(cases == 1 ? " case" : " cases"));
        System.out.println(head + " |\n|---|---:|---:|---:|---:|");
        double most = falseVerdicts(meant());
        falseVerdicts(broken());
        for (double factor : FACTORS) {
            for (int forks : FORKS) {
                found("model of real forks", factor, forks, judge(model(factor), forks, CHANGED));
            }
        }
        if (arguments.length > 0) {
            most = Math.max(most, stored(StoredSeries.read(Path.of(arguments[0]))));
        }
        System.exit(most <= JudgeSettings.LEVEL ? 0 : 1);
    }
}
