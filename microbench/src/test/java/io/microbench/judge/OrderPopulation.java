// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * A synthetic population of equal rows of a table of snippets: the values of their forks as a command measures them,
 * round by round.
 *
 * @param name its printed name
 * @param from the smallest number of rows for which three forks per row can keep the level
 * @param forks draws the values of all forks of a table
 */
record OrderPopulation(String name, int from, Forks forks) {

    private static final int NEVER = Integer.MAX_VALUE;

    /** Draws forks. */
    interface Forks {
        /** Returns one row for each row of the table, with one value for each round. */
        double[][] draw(SplittableRandom random, int rows, int rounds);
    }

    static final List<OrderPopulation> ALL = List.of(
            logNormal(0.01),
            logNormal(0.05),
            logNormal(0.15),
            independent("Student's t, 3 degrees of freedom, 5 %", 2, random -> Math.exp(0.05 * studentT3(random))),
            independent("Cauchy, 5 %", 2, random -> Math.exp(Math.max(-300, Math.min(300, 0.05 * cauchy(random))))),
            independent("exponential, 30 %", 2, random -> 1 - 0.3 * Math.log(1 - random.nextDouble())),
            modes("one fork in five 2.5x slower", 2, 2.5, 0.2),
            // With two or three rows, all forks of a row too often have one mode, and all of another row the other.
            modes("every other fork 1.1x slower", 4, 1.1, 0.5),
            modes("every other fork 1.5x slower", 4, 1.5, 0.5),
            modes("every other fork 2.5x slower", 4, 2.5, 0.5),
            autoregressive(0.5),
            autoregressive(0.9),
            new OrderPopulation("drift of 0.5 % a fork, spread 1 %", 2, OrderPopulation::drift),
            rows(
                    "every other row 1 % slower, spread 0.1 %",
                    2, (random, row) -> row % 2 * Math.log(1.01), row -> 0.001),
            // Rows that differ, in half of the pairs by more than the band.
            rows("rows 1 % apart at random, spread 0.1 %", NEVER, (random, row) -> 0.01 * normal(random), row -> 0.001),
            rows(
                    "spread of one row 30 %, of the others 0.1 %",
                    NEVER, (random, row) -> 0, row -> row == 0 ? 0.3 : 0.001));

    static OrderPopulation logNormal(double spread) {
        return independent(
                "log-normal, spread " + Math.round(100 * spread) + " %",
                2,
                random -> Math.exp(spread * normal(random)));
    }

    private static OrderPopulation modes(String name, int from, double factor, double share) {
        return independent(
                name, from, random -> Math.exp(0.01 * normal(random)) * (random.nextDouble() < share ? factor : 1));
    }

    private static OrderPopulation independent(String name, int from, ToDoubleFunction<SplittableRandom> fork) {
        return new OrderPopulation(name, from, (random, rows, rounds) -> {
            double[][] table = new double[rows][rounds];
            for (double[] row : table) {
                for (int i = 0; i < rounds; i++) {
                    row[i] = fork.applyAsDouble(random);
                }
            }
            return table;
        });
    }

    private static OrderPopulation autoregressive(double correlation) {
        return new OrderPopulation("autoregressive, " + correlation + ", spread 5 %", 2, (random, rows, rounds) -> {
            double[][] table = new double[rows][rounds];
            double level = normal(random);
            for (int i = 0; i < rounds; i++) {
                for (double[] row : table) {
                    level = correlation * level + Math.sqrt(1 - correlation * correlation) * normal(random);
                    row[i] = Math.exp(0.05 * level);
                }
            }
            return table;
        });
    }

    private static double[][] drift(SplittableRandom random, int rows, int rounds) {
        double[][] table = new double[rows][rounds];
        for (int i = 0; i < rows * rounds; i++) {
            table[i % rows][i / rows] = Math.exp(0.005 * i + 0.01 * normal(random));
        }
        return table;
    }

    private static OrderPopulation rows(
            String name, int from, ToDoubleBiFunction<SplittableRandom, Integer> level, IntToDoubleFunction spread) {
        return new OrderPopulation(name, from, (random, rows, rounds) -> {
            double[][] table = new double[rows][rounds];
            for (int row = 0; row < rows; row++) {
                double own = level.applyAsDouble(random, row);
                for (int i = 0; i < rounds; i++) {
                    table[row][i] = Math.exp(own + spread.applyAsDouble(row) * normal(random));
                }
            }
            return table;
        });
    }

    private static double normal(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private static double studentT3(SplittableRandom random) {
        double squares = 0;
        for (int i = 0; i < 3; i++) {
            squares += Math.pow(normal(random), 2);
        }
        return normal(random) / Math.sqrt(squares / 3);
    }

    private static double cauchy(SplittableRandom random) {
        return Math.tan(Math.PI * (random.nextDouble() - 0.5));
    }
}
