/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.judge;

import io.microbench.stats.Descriptive;
import io.microbench.stats.SequentialOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts how often a table of two snippets says of equals that one is faster, and how many forks it takes for what differs.
 *
 * <p>See {@code src/build/check-false-order}.
 */
final class FalseOrderRates {

    private static final int FORKS = 3;
    private static final int TRIALS = 20_000;
    private static final double[] FACTORS = {1.02, 1.5, 10};
    /** The first second of a fork in stored points of 0.1 s: half a second of warm-up, half a second measured. */
    private static final int FROM = 5;

    private static final int TO = 10;

    private static final SequentialOrder ORDER = SequentialOrder.among(2);

    private FalseOrderRates() {}

    /** What pairs of sides came to: shares of those told apart, and of those that were done after two forks each. */
    record Rates(int pairs, double toldApart, double early) {

        /** Takes sides with all forks that they could have. */
        static Rates of(List<double[][]> pairs) {
            int apart = 0;
            int early = 0;
            for (double[][] sides : pairs) {
                boolean done = ORDER.isClearEarly(sides[0], sides[1]);
                early += done ? 1 : 0;
                // Who is told apart early has no further forks, and those would change nothing.
                apart += ORDER.isClear(sides[0], sides[1]) ? 1 : 0;
            }
            return new Rates(pairs.size(), (double) apart / pairs.size(), (double) early / pairs.size());
        }
    }

    /** Makes pairs of sides, of which the second is slower by a factor. */
    interface Source extends DoubleFunction<List<double[][]>> {}

    /** Returns a source of log-normal forks, some of them slower by half. */
    static Source model(double spread, double slowForks) {
        return factor -> {
            SplittableRandom random = new SplittableRandom(1);
            List<double[][]> pairs = new ArrayList<>();
            for (int i = 0; i < TRIALS; i++) {
                double[][] sides = new double[2][FORKS];
                for (int side = 0; side < sides.length; side++) {
                    for (int fork = 0; fork < FORKS; fork++) {
                        double normal = Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
                                * Math.cos(2 * Math.PI * random.nextDouble());
                        double mode = random.nextDouble() < slowForks ? 1.5 : 1;
                        sides[side][fork] = Math.exp(spread * normal) * mode * (side == 0 ? 1 : factor);
                    }
                }
                pairs.add(sides);
            }
            return pairs;
        };
    }

    /** Returns a source of forks that were stored with all their iterations. */
    static Source stored(StoredSeries series) {
        return factor -> {
            SplittableRandom random = new SplittableRandom(2);
            List<double[][]> pairs = new ArrayList<>();
            while (pairs.size() < TRIALS) {
                for (double[][][] sides : series.split(random, FROM, TO, factor)) {
                    pairs.add(new double[][] {values(sides[0]), values(sides[1])});
                }
            }
            return pairs;
        };
    }

    private static double[] values(double[][] forks) {
        return Arrays.stream(forks)
                .limit(FORKS)
                .mapToDouble(Descriptive::median)
                .toArray();
    }

    /** Returns a source of forks as the command ran them in turn: any two rows of a record, and any three forks in a row. */
    static Source recorded(JsonNode run) {
        List<double[]> rows = new ArrayList<>();
        for (JsonNode row : run.path("cases")) {
            rows.add(row.path("forks")
                    .valueStream()
                    .mapToDouble(fork -> Descriptive.median(fork.path("iterations")
                            .path("score")
                            .valueStream()
                            .skip(fork.path("iterations").path("warmup").asInt())
                            .mapToDouble(JsonNode::asDouble)
                            .toArray()))
                    .toArray());
        }
        return factor -> {
            List<double[][]> pairs = new ArrayList<>();
            for (int one = 0; one < rows.size(); one++) {
                for (int other = 0; other < one; other++) {
                    int forks = Math.min(rows.get(one).length, rows.get(other).length);
                    for (int i = 0; i + FORKS <= forks; i++) {
                        double[] slower = Arrays.copyOfRange(rows.get(other), i, i + FORKS);
                        pairs.add(new double[][] {
                            Arrays.copyOfRange(rows.get(one), i, i + FORKS),
                            Arrays.stream(slower).map(v -> v / factor).toArray()
                        });
                    }
                }
            }
            return pairs;
        };
    }

    private static double print(String name, Source source) {
        Rates equal = Rates.of(source.apply(1));
        StringBuilder line =
                new StringBuilder(String.format(Locale.ROOT, "| %s | %.2f %%", name, 100 * equal.toldApart()));
        for (double factor : FACTORS) {
            Rates rates = Rates.of(source.apply(factor));
            line.append(
                    String.format(Locale.ROOT, " | %.0f %%, %.0f %%", 100 * rates.toldApart(), 100 * rates.early()));
        }
        System.out.println(line.append(" |"));
        return equal.toldApart();
    }

    /** Prints a table; the arguments are a folder of stored series, or records of runs. */
    public static void main(String[] arguments) throws IOException {
        System.out.println(
                "| forks | equals told apart | 2 % apart: told apart, after two forks | 1.5 times | tenfold |");
        System.out.println("|---|---:|---:|---:|---:|");
        double most = 0;
        for (double spread : new double[] {0.01, 0.05, 0.15}) {
            String name = String.format(Locale.ROOT, "log-normal, spread %.0f %%", 100 * spread);
            most = Math.max(most, print(name, model(spread, 0)));
        }
        for (String argument : arguments) {
            Path path = Path.of(argument);
            if (argument.endsWith(".json")) {
                JsonNode run = new JsonMapper().readTree(path.toFile());
                String name = run.path("cases").size() + " equal rows of " + path.getFileName();
                most = Math.max(most, print(name, recorded(run)));
            } else {
                StoredSeries series = StoredSeries.read(path);
                most = Math.max(most, print(series.size() + " stored benchmarks", stored(series)));
            }
        }
        // What no rule for three forks can find out, for the record: it has no part in the outcome.
        print("spread 2 %, one fork in ten slower by half", model(0.02, 0.1));
        print("spread 2 %, every other fork slower by half", model(0.02, 0.5));
        System.exit(most <= SequentialOrder.LEVEL ? 0 : 1);
    }
}
