// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.microbench.result.IterationResult.Phase;
import io.microbench.result.IterationSigns.Stops;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that iterations survive conversion to columns, in memory and on disk. */
class IterationsTest {

    private static final Instant START = Instant.parse("2026-05-04T03:02:01.123Z");

    private static ForkResult fork(List<IterationResult> iterations) {
        return ForkResult.builder(1)
                .pid(7)
                .start(START)
                .end(START)
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .blackholeMode("c")
                .iterations(iterations)
                .build();
    }

    private static ForkResult readBack(ForkResult fork) {
        return RecordJson.read(RecordJson.line(fork), ForkResult.class).orElseThrow();
    }

    /**
     * Draws iterations with all kinds of values that a record can have: numbers with few and many digits, non-finite
     * numbers, missing signs and results.
     */
    private static List<IterationResult> drawn(long seed, int size) {
        Random random = new Random(seed);
        int warmup = random.nextInt(size + 1);
        boolean gaps = random.nextBoolean();
        List<IterationResult> drawn = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Map<String, Double> percentiles = new LinkedHashMap<>();
            Map<String, Metric> secondary = new LinkedHashMap<>();
            if (random.nextInt(3) > 0) {
                percentiles.put("50.0", number(random));
                secondary.put("gc.count", new Metric(random.nextInt(3), Double.NaN, "counts"));
            }
            if (random.nextBoolean()) {
                secondary.put("hits", new Metric(number(random), number(random), random.nextBoolean() ? "#" : "ops/s"));
            }
            Optional<Stops> stops = random.nextBoolean() ? Optional.of(new Stops(2, 0.001)) : Optional.empty();
            IterationSigns signs = new IterationSigns(
                    random.nextDouble(), 0, 0.25, 0, random.nextInt(10) / 9.0, 0, random.nextInt(9) == 0, stops);
            drawn.add(new IterationResult(
                    i < warmup ? Phase.WARMUP : Phase.MEASUREMENT,
                    Iterations.counted(i, warmup) + (gaps ? 3 * i : 0),
                    START.plusNanos(random.nextInt(2) * (long) random.nextInt() + 1_000_000L * (random.nextInt() >> 1)),
                    number(random),
                    random.nextInt(4) == 0 ? 1000 : 1,
                    percentiles,
                    secondary,
                    random.nextInt(5) > 0 ? Optional.of(signs) : Optional.empty()));
        }
        return drawn;
    }

    private static double number(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15);
            case 1 -> random.nextInt(2_000_000) / 1000.0;
            case 2 -> -random.nextInt(100);
            case 3 -> -0.0;
            case 4 -> random.nextInt(20) == 0 ? Double.NaN : Double.NEGATIVE_INFINITY;
            default -> 0.1;
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 17, 200})
    void areEqualInMemoryAndOnDisk(int size) {
        for (int seed = 0; seed < 60; seed++) {
            List<IterationResult> drawn = drawn(seed, size);
            ForkResult fork = fork(drawn);

            assertThat(fork.iterations()).as("seed %d", seed).isEqualTo(drawn);
            assertThat(readBack(fork))
                    .as("seed %d: %s", seed, RecordJson.line(fork))
                    .isEqualTo(fork);
        }
    }

    @Test
    void keepsValuesWhenStartOfForkChanges() {
        ForkResult fork = fork(drawn(1, 10));
        ForkResult later = ForkResult.builder(2)
                .pid(7)
                .start(START.plusSeconds(5))
                .end(START.plusSeconds(9))
                .jvm("java")
                .jdkVersion("17")
                .vm("VM")
                .blackholeMode("c")
                .iterations(fork.iterations())
                .build();

        assertThat(later.iterations()).isEqualTo(fork.iterations());
        assertThat(readBack(later)).isEqualTo(later);
    }

    @Test
    void writesColumnsInShortestForm() {
        List<IterationResult> plain = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            plain.add(new IterationResult(
                    Phase.MEASUREMENT,
                    i,
                    START.plusMillis(100L * i),
                    1.5,
                    1,
                    Map.of(),
                    Map.of(
                            "gc.count", new Metric(i == 7 ? 1 : 0, Double.NaN, "counts"),
                            "gc.alloc.rate.norm", new Metric(24, Double.NaN, "B/op")),
                    Optional.empty()));
        }

        assertThat(RecordJson.line(fork(plain)))
                .contains("\"iterations\":{\"warmup\":0,\"end\":[100,200,300,")
                .contains("\"score\":[1.5,1.5,")
                .contains("{\"label\":\"gc.alloc.rate.norm\",\"unit\":\"B/op\",\"score\":24}")
                .contains("{\"label\":\"gc.count\",\"unit\":\"counts\",\"score\":{\"else\":0,\"at\":[6],\"is\":[1]}}")
                .doesNotContain("samples", "percentiles", "signs", "number\":[", "NaN");
    }

    /** As a separate object, a typical iteration took 880 bytes. */
    @Test
    void needsOneTenthOfTheMemoryOfSeparateObjects() {
        List<IterationResult> measured = Measured.iterations(3_000, START);
        int bytes = RecordJson.line(fork(measured)).getBytes(StandardCharsets.UTF_8).length;

        assertThat(bytes / 3_000).isLessThan(88);
    }

    @Test
    void rejectsWarmUpAfterMeasurement() {
        IterationResult measured =
                new IterationResult(Phase.MEASUREMENT, 1, START, 1, 1, Map.of(), Map.of(), Optional.empty());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> fork(List.of(measured, measured.as(Phase.WARMUP, 1))))
                .withMessage("a warm-up iteration follows a measured one, at 2");
    }

    @Test
    void rejectsEndLongAfterStart() {
        IterationResult far = new IterationResult(
                Phase.MEASUREMENT, 1, START.plus(Duration.ofDays(21)), 1, 1, Map.of(), Map.of(), Optional.empty());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> fork(List.of(far)))
                .withMessage(
                        "an iteration ended at 2026-05-25T03:02:01.123Z, more than 20 days from the start of its fork,"
                                + " 2026-05-04T03:02:01.123Z");
    }
}
