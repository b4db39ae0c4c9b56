// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import io.microbench.stats.Descriptive;
import io.microbench.stats.ForkEstimate;
import io.microbench.stats.SequentialOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts how often a table of two to four equal snippets reports a difference, and how many forks each row gets, by the
 * rule of {@link SequentialOrder}. As in the command, a row gets a third fork if two have not distinguished it from all
 * others.
 *
 * <p>See {@code src/build/check-false-order}.
 */
final class FalseOrderRates {

    private static final int FORKS = 3;
    private static final int MOST_ROWS = 4;
    private static final int TRIALS = 20_000;
    private static final double[] FACTORS = {1, 1.03, 1.05, 1.1, 1.3, 2, 4, 10};
    /** The first second of a fork in stored points of 0.1 s: half a second of warm-up, half a second measured. */
    private static final int FROM = 5;

    private static final int TO = 10;

    private FalseOrderRates() {}

    /** Draws tables with this many equal rows; returns nothing if the source has fewer. */
    interface Source extends IntFunction<List<double[][]>> {}

    /**
     * The results of tables.
     *
     * @param any the share of tables in which any two rows differed significantly
     * @param last the share of tables in which the last row differed significantly from the fastest of the others
     * @param forks the mean number of forks of a row
     * @param early the share of rows that were finished after two forks
     */
    record Rates(double any, double last, double forks, double early) {

        /** Evaluates tables whose rows have the maximum number of forks, with the last row slower by a factor. */
        static Rates of(List<double[][]> tables, double factor) {
            int any = 0;
            int last = 0;
            int forks = 0;
            int early = 0;
            int rows = tables.get(0).length;
            for (double[][] all : tables) {
                double[][] slowed = all.clone();
                slowed[rows - 1] =
                        Arrays.stream(all[rows - 1]).map(v -> v * factor).toArray();
                double[][] table = measured(slowed);
                any += IntStream.range(0, rows)
                                .anyMatch(i -> IntStream.range(0, i).anyMatch(j -> isClear(table, i, j)))
                        ? 1
                        : 0;
                int fastest = IntStream.range(0, rows - 1)
                        .boxed()
                        .min(Comparator.comparingDouble(
                                i -> ForkEstimate.of(table[i]).value()))
                        .orElseThrow();
                last += isClear(table, rows - 1, fastest) ? 1 : 0;
                for (double[] row : table) {
                    forks += row.length;
                    early += row.length < FORKS ? 1 : 0;
                }
            }
            double all = tables.size();
            return new Rates(any / all, last / all, forks / all / rows, early / all / rows);
        }

        /** Returns the forks that the command would run. */
        private static double[][] measured(double[][] all) {
            SequentialOrder order = SequentialOrder.among(all.length);
            return Arrays.stream(all)
                    .map(one -> Arrays.stream(all).allMatch(other -> other == one || order.isClearEarly(one, other))
                            ? Arrays.copyOf(one, SequentialOrder.FIRST_LOOK)
                            : one)
                    .toArray(double[][]::new);
        }

        private static boolean isClear(double[][] table, int one, int other) {
            List<double[]> rows = IntStream.range(0, table.length)
                    .filter(i -> i != one && i != other)
                    .mapToObj(i -> table[i])
                    .toList();
            return SequentialOrder.among(table.length).isClear(table[one], table[other], rows);
        }
    }

    static Source made(OrderPopulation population, int tables) {
        return rows -> {
            SplittableRandom random = new SplittableRandom(1);
            return IntStream.range(0, tables)
                    .mapToObj(i -> population.forks().draw(random, rows, FORKS))
                    .toList();
        };
    }

    /** Returns a source of stored forks with all their iterations, each at most once in a table. */
    static Source stored(StoredSeries series) {
        return rows -> {
            List<double[]> benchmarks = series.values(FROM, TO).stream()
                    .filter(forks -> forks.length >= rows * FORKS)
                    .toList();
            Random random = new Random(2);
            List<double[][]> tables = new ArrayList<>();
            while (!benchmarks.isEmpty() && tables.size() < TRIALS) {
                for (double[] forks : benchmarks) {
                    List<Double> shuffled =
                            new ArrayList<>(Arrays.stream(forks).boxed().toList());
                    Collections.shuffle(shuffled, random);
                    tables.add(IntStream.range(0, rows)
                            .mapToObj(row -> shuffled.subList(row * FORKS, (row + 1) * FORKS).stream()
                                    .mapToDouble(v -> v)
                                    .toArray())
                            .toArray(double[][]::new));
                }
            }
            return tables;
        };
    }

    /**
     * Returns a source of forks in the order in which the command ran them: any rows of a record, any three
     * consecutive forks.
     */
    static Source recorded(JsonNode run) {
        List<double[]> all = new ArrayList<>();
        for (JsonNode row : run.path("cases")) {
            all.add(row.path("forks")
                    .valueStream()
                    .mapToDouble(fork -> 1
                            / Descriptive.median(fork.path("iterations")
                                    .path("score")
                                    .valueStream()
                                    .skip(fork.path("iterations").path("warmup").asInt())
                                    .mapToDouble(JsonNode::asDouble)
                                    .toArray()))
                    .toArray());
        }
        return rows -> {
            List<double[][]> tables = new ArrayList<>();
            for (int chosen = 0; chosen < 1 << all.size(); chosen++) {
                int bits = chosen;
                List<double[]> some = IntStream.range(0, all.size())
                        .filter(i -> (bits >> i & 1) == 1)
                        .mapToObj(all::get)
                        .toList();
                int forks = some.stream().mapToInt(row -> row.length).min().orElse(0);
                for (int i = 0; some.size() == rows && i + FORKS <= forks; i++) {
                    int first = i;
                    tables.add(some.stream()
                            .map(row -> Arrays.copyOfRange(row, first, first + FORKS))
                            .toArray(double[][]::new));
                }
            }
            return tables;
        };
    }

    /**
     * Prints how often equal rows differ significantly; returns whether this is at most the level for all tables with
     * at least {@code from} rows.
     */
    private static boolean equals(String name, int from, Source source) {
        boolean kept = true;
        StringBuilder line = new StringBuilder("| " + name);
        for (int rows = 2; rows <= MOST_ROWS; rows++) {
            List<double[][]> tables = source.apply(rows);
            if (tables.isEmpty()) {
                line.append(" | n/a");
                continue;
            }
            Rates rates = Rates.of(tables, 1);
            kept &= rows < from || rates.any() <= SequentialOrder.LEVEL;
            line.append(String.format(Locale.ROOT, " | %.2f %%, %.2f", 100 * rates.any(), rates.forks()));
        }
        System.out.println(line.append(" |"));
        return kept;
    }

    /** Prints how often a slower row is found, and the number of forks. */
    private static void slower(String name, int rows, Source source) {
        List<double[][]> tables = source.apply(rows);
        StringBuilder line = new StringBuilder("| " + name + ", " + rows + " rows");
        for (double factor : FACTORS) {
            Rates rates = Rates.of(tables, factor);
            line.append(String.format(
                    Locale.ROOT, " | %.0f %%, %.2f (%.0f %%)", 100 * rates.last(), rates.forks(), 100 * rates.early()));
        }
        System.out.println(line.append(" |"));
    }

    /** Prints two tables; the arguments are folders of stored series, and records of runs with equal rows. */
    public static void main(String[] arguments) throws IOException {
        System.out.println("| equal rows; any two distinguished, forks per row | 2 rows | 3 rows | 4 rows |");
        System.out.println("|---|---:|---:|---:|");
        boolean kept = true;
        for (OrderPopulation population : OrderPopulation.ALL) {
            kept &= equals(population.name(), population.from(), made(population, TRIALS));
        }
        for (String argument : arguments) {
            Path path = Path.of(argument);
            if (argument.endsWith(".json")) {
                kept &= equals(path.getFileName() + "", 2, recorded(new JsonMapper().readTree(path.toFile())));
            } else {
                StoredSeries series = StoredSeries.read(path);
                kept &= equals(series.size() + " stored benchmarks", 2, stored(series));
            }
        }
        System.out.println();
        System.out.println(Arrays.stream(FACTORS)
                .mapToObj(factor -> String.format(Locale.ROOT, "%.2fx", factor))
                .collect(Collectors.joining(
                        " | ", "| one row slower; distinguished, forks per row (rows with two) | ", " |")));
        System.out.println("|---|" + "---:|".repeat(FACTORS.length));
        for (double spread : new double[] {0.01, 0.02, 0.05, 0.15}) {
            for (int rows = 2; rows <= MOST_ROWS; rows++) {
                OrderPopulation population = OrderPopulation.logNormal(spread);
                slower(population.name(), rows, made(population, TRIALS));
            }
        }
        System.exit(kept ? 0 : 1);
    }
}
