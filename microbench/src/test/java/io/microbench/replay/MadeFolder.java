// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Writes a folder of series. */
record MadeFolder(Path folder) {

    MadeFolder {
        try {
            Files.createDirectories(folder.resolve("timeseries"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    MadeFolder series(String name, double[]... forks) throws IOException {
        String text = Arrays.stream(forks)
                .map(fork -> DoubleStream.of(fork)
                        .mapToObj(value -> String.format(Locale.ROOT, "%.6g", value))
                        .collect(Collectors.joining(", ", "[", "]")))
                .collect(Collectors.joining(", ", "[", "]"));
        return file("timeseries/" + name + ".json", text);
    }

    MadeFolder labels(String name, int... starts) throws IOException {
        return file(
                "classification/" + name + ".json",
                "{\"run\": \"inconsistent\", \"forks\": [\"steady state\"], \"steady_state_starts\": "
                        + Arrays.toString(starts) + ", \"more\": {\"a\": [1]}}");
    }

    MadeFolder file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    /** Returns a fork with points of 1 s each, except the first ones of 2 s each. */
    static double[] fork(double level, int slow, int points) {
        double[] values = new double[points];
        Arrays.fill(values, level);
        Arrays.fill(values, 0, slow, 2 * level);
        return values;
    }
}
