/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import io.microbench.text.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Settings under one name, for what is often wanted together; whatever is set beside it beats it. */
public enum Preset {
    /** The ladder and the times of khepri-benchmark: 21 rungs, each a second of warm-up and three samples of a second. */
    KHEPRI("1..200+10", 3, "1s", Optional.empty()),
    /** The same times, as short as a search for the best number of threads allows. */
    SQUEEZE(ThreadCounts.SQUEEZE, 3, "1s", Optional.empty()),
    /** Two rungs far apart, as short as shows that everything runs; its numbers are no more than that. */
    SHORT("1,50", 2, "300ms", Optional.of("3s"));

    private final String threads;
    private final int iterations;
    private final String time;
    private final Optional<String> fixtureWarmup;

    Preset(String threads, int iterations, String time, Optional<String> fixtureWarmup) {
        this.threads = threads;
        this.iterations = iterations;
        this.time = time;
        this.fixtureWarmup = fixtureWarmup;
    }

    /** Returns its thread counts, as the setting takes them. */
    public String threads() {
        return threads;
    }

    /** Returns its number of forks. */
    public int forks() {
        return 1;
    }

    /** Returns its number of warm-up iterations in each fork. */
    public int warmupIterations() {
        return 1;
    }

    /** Returns its number of measured iterations in each fork. */
    public int iterations() {
        return iterations;
    }

    /** Returns how long each iteration lasts. */
    public Duration time() {
        return Durations.parse(time);
    }

    /** Returns the preset of a name; throws {@link IllegalArgumentException} if there is none. */
    static Preset parse(String name) {
        return Arrays.stream(values())
                .filter(preset -> preset.label().equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new);
    }

    /** Returns the names of all presets, as messages list what is accepted. */
    static String labels() {
        return Arrays.stream(values())
                .map(Preset::label)
                .collect(Collectors.joining(", "))
                .replaceFirst(", (\\w+)$", " or $1");
    }

    /** Returns its name. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its settings, as a place that is looked at after all others. */
    SettingSource source() {
        Map<String, String> settings = new TreeMap<>();
        fixtureWarmup.ifPresent(given -> settings.put(KnownSettings.FIXTURE_WARMUP.name(), given));
        settings.put(KnownSettings.THREADS.name(), threads);
        settings.put(KnownSettings.FORKS.name(), Integer.toString(forks()));
        settings.put(KnownSettings.WARMUP_ITERATIONS.name(), Integer.toString(warmupIterations()));
        settings.put(KnownSettings.WARMUP_TIME.name(), time);
        settings.put(KnownSettings.MEASURE_ITERATIONS.name(), Integer.toString(iterations));
        settings.put(KnownSettings.MEASUREMENT_TIME.name(), time);
        return SettingSource.of("preset " + label(), settings);
    }
}
