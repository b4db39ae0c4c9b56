// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads measured series: files {@code timeseries/<name>.json} in a folder, each a list of forks, each a list of the
 * seconds that an operation took in an iteration.
 */
final class StoredSeries {

    private final List<double[][]> benchmarks;

    private StoredSeries(List<double[][]> benchmarks) {
        this.benchmarks = benchmarks;
    }

    static StoredSeries read(Path folder) throws IOException {
        JsonMapper json = new JsonMapper();
        List<double[][]> benchmarks = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("timeseries"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
                benchmarks.add(json.readValue(Files.readString(file), double[][].class));
            }
        }
        return new StoredSeries(benchmarks);
    }

    int size() {
        return benchmarks.size();
    }

    /**
     * Returns the values of the forks of every benchmark.
     *
     * @param from the first measured iteration
     * @param to the iteration after the last measured one
     */
    List<double[]> values(int from, int to) {
        return benchmarks.stream()
                .map(forks -> ForkModel.values(Arrays.stream(forks)
                        .map(fork -> Arrays.copyOfRange(fork, from, to))
                        .toArray(double[][]::new)))
                .toList();
    }

    /**
     * Divides the forks of every benchmark into an old and a new side at random.
     *
     * @param from the first measured iteration
     * @param to the iteration after the last measured one
     * @param factor the factor by which the new side takes longer
     */
    List<double[][][]> split(SplittableRandom random, int from, int to, double factor) {
        List<double[][][]> suite = new ArrayList<>();
        for (double[][] forks : benchmarks) {
            double[][] shuffled = forks.clone();
            for (int i = shuffled.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                double[] fork = shuffled[i];
                shuffled[i] = shuffled[other];
                shuffled[other] = fork;
            }
            int half = shuffled.length / 2;
            double[][][] sides = new double[2][half][];
            for (int i = 0; i < half; i++) {
                sides[0][i] = Arrays.copyOfRange(shuffled[i], from, to);
                sides[1][i] = Arrays.stream(shuffled[half + i], from, to)
                        .map(v -> v * factor)
                        .toArray();
            }
            suite.add(sides);
        }
        return suite;
    }
}
