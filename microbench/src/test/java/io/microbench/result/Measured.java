// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns.Stops;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Creates iterations with all values that the harness measures by default: allocation, collections, signs. */
public final class Measured {

    private Measured() {}

    /** Returns iterations of about a tenth of a second, the first tenth of them warm-up. */
    public static List<IterationResult> iterations(int count, Instant start) {
        Random random = new Random(count);
        List<IterationResult> measured = new ArrayList<>();
        int warmup = count / 10;
        double at = 200;
        for (int i = 0; i < count; i++) {
            double seconds = 0.1 + 0.001 * random.nextDouble();
            at += 1000 * seconds + random.nextInt(2);
            double score = 11_600 * Math.exp(0.02 * random.nextGaussian());
            measured.add(new IterationResult(
                    i < warmup ? Phase.WARMUP : Phase.MEASUREMENT,
                    i < warmup ? i + 1 : i - warmup + 1,
                    start.plusMillis((long) at),
                    score,
                    1,
                    Map.of(),
                    Map.of(
                            "gc.alloc.rate", new Metric(nine(score * 24 / 1e3), Double.NaN, "MB/sec"),
                            "gc.alloc.rate.norm", new Metric(nine(24 + 1e-4 * random.nextDouble()), Double.NaN, "B/op"),
                            "gc.count", new Metric(random.nextInt(3), Double.NaN, "counts")),
                    Optional.of(new IterationSigns(
                            Math.rint(seconds * 1e6) / 1e6,
                            random.nextInt(5) == 0 ? random.nextInt(10_000) / 1e6 : 0,
                            random.nextInt(20) == 0 ? 0.001 : 0,
                            random.nextInt(9) / 1000.0,
                            random.nextInt(20) == 0 ? 0.01 : 0,
                            0,
                            random.nextInt(200) == 0,
                            Optional.of(new Stops(random.nextInt(4), random.nextInt(900) / 1e6))))));
        }
        return measured;
    }

    private static double nine(double value) {
        return new BigDecimal(value, new MathContext(9)).doubleValue();
    }
}
