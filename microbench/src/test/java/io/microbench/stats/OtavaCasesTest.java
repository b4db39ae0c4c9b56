// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.microbench.stats.ChangePoints.ChangePoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares with the change points that Apache Otava finds in a hundred series; {@code otava-cases.py} beside the data
 * generated them.
 */
class OtavaCasesTest {

    static List<String> cases() throws IOException {
        InputStream stream = Objects.requireNonNull(OtavaCasesTest.class.getResourceAsStream("otava-cases.txt"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void findsSamePoints(String line) {
        String[] fields = line.split("\\|", -1);
        double[] series = made(
                Long.parseLong(fields[0]),
                Integer.parseInt(fields[1]),
                Double.parseDouble(fields[2]),
                pairs(fields[3]));
        ChangePoints settings = new ChangePoints(
                Integer.parseInt(fields[4]), Double.parseDouble(fields[5]), Double.parseDouble(fields[6]));
        List<double[]> expected = pairs(fields[7]);

        List<ChangePoint> found = settings.of(series);

        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.size(); i++) {
            ChangePoint point = found.get(i);
            double[] otava = expected.get(i);
            assertThat(point.index()).isEqualTo((int) otava[0]);
            assertThat(point.meanBefore()).isCloseTo(otava[1], within(1e-8));
            assertThat(point.meanAfter()).isCloseTo(otava[2], within(1e-8));
            assertThat(point.pValue()).isCloseTo(otava[3], within(1e-4 * otava[3] + 1e-15));
        }
    }

    private static List<double[]> pairs(String field) {
        return Arrays.stream(field.split(" "))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Arrays.stream(entry.split(":"))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }

    /** Port of the script's function {@code made}. */
    private static double[] made(long seed, int n, double deviation, List<double[]> steps) {
        double[] values = new double[n];
        long state = seed;
        for (int i = 0; i < n; i++) {
            double noise = -6;
            for (int j = 0; j < 12; j++) {
                state = (state * 1103515245 + 12345) % (1L << 31);
                noise += state / (double) (1L << 31);
            }
            double level = 100;
            for (double[] step : steps) {
                level *= i >= step[0] ? step[1] : 1;
            }
            values[i] = level * (1 + deviation * noise);
        }
        return values;
    }
}
