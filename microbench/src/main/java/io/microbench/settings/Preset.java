// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A named group of settings that are often used together; settings given explicitly override it. */
enum Preset {
    /** The ladder and times of khepri-benchmark: 21 rungs with one second of warm-up and three samples of one second. */
    KHEPRI,
    /** The same times for a search for the best number of threads. */
    SQUEEZE,
    /**
     * Two rungs far apart, each measured just long enough to show that everything runs; the numbers are meaningless.
     */
    SHORT,
    /** Five minutes for any run; measures each case until it is within 5 %. Forks do not touch their heap in advance. */
    LOOK,
    /** 80 minutes for any run: two suites end within three hours. Measures each case until it is within 2 %. */
    NIGHTLY,
    /** JMH's default schedule instead of annotations: five forks of 50 s of warm-up and 50 s of measurement. */
    FULL;

    /** With a large heap, touching it first takes longer than the measurement of a fork with {@code look}. */
    private static final String UNTOUCHED = "-XX:-AlwaysPreTouch";

    private Map<String, String> settings() {
        return switch (this) {
            case KHEPRI -> ladder("1..200+10", 3, "1s", Map.of());
            case SQUEEZE -> ladder(ThreadCounts.SQUEEZE, 3, "1s", Map.of());
            case SHORT -> ladder("1,50", 2, "300ms", Map.of(KnownSettings.FIXTURE_WARMUP.name(), "3s"));
            case LOOK ->
                Map.of(
                        KnownSettings.BUDGET.name(), "5m",
                        KnownSettings.PRECISION.name(), "5%",
                        KnownSettings.JVM_ARGS.name(), UNTOUCHED);
            case NIGHTLY -> Map.of(KnownSettings.BUDGET.name(), "80m", KnownSettings.PRECISION.name(), "2%");
            case FULL ->
                Map.of(
                        KnownSettings.FORKS.name(), "5",
                        KnownSettings.WARMUP_ITERATIONS.name(), "5",
                        KnownSettings.WARMUP_TIME.name(), "10s",
                        KnownSettings.MEASURE_ITERATIONS.name(), "5",
                        KnownSettings.MEASUREMENT_TIME.name(), "10s");
        };
    }

    /** Measures each rung in one fork with one iteration of warm-up. */
    private static Map<String, String> ladder(
            String threads, int iterations, String iteration, Map<String, String> more) {
        Map<String, String> settings = new TreeMap<>(more);
        settings.put(KnownSettings.THREADS.name(), threads);
        settings.put(KnownSettings.FORKS.name(), "1");
        settings.put(KnownSettings.WARMUP_ITERATIONS.name(), "1");
        settings.put(KnownSettings.WARMUP_TIME.name(), iteration);
        settings.put(KnownSettings.MEASURE_ITERATIONS.name(), Integer.toString(iterations));
        settings.put(KnownSettings.MEASUREMENT_TIME.name(), iteration);
        return settings;
    }

    /** Returns the preset with the given name; throws {@link IllegalArgumentException} if none has it. */
    static Preset parse(String name) {
        return SettingParsers.constant(Preset.class, name);
    }

    static String labels() {
        return Arrays.stream(values())
                .map(Preset::label)
                .collect(Collectors.joining(", "))
                .replaceFirst(", (\\w+)$", " or $1");
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the settings of the preset as the source with the lowest precedence. */
    SettingSource source() {
        return new SettingSource("preset " + label(), settings());
    }

    /** Returns whether it measures each case for as long as necessary. */
    boolean isOpen() {
        return this == LOOK || this == NIGHTLY;
    }
}
