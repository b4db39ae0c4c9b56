/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Settings under one name, for what is often wanted together; whatever is set beside it beats it. */
enum Preset {
    /** The ladder and the times of khepri-benchmark: 21 rungs, each a second of warm-up and three samples of a second. */
    KHEPRI("1..200+10"),
    /** The same times, as short as a search for the best number of threads allows. */
    SQUEEZE(ThreadCounts.SQUEEZE);

    private static final Map<String, String> TIMES = Map.of(
            "forks", "1",
            "warmupIterations", "1",
            "microbench.warmupTime", "1s",
            "measureIterations", "3",
            "microbench.measurementTime", "1s");

    private final String threads;

    Preset(String threads) {
        this.threads = threads;
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
        return Arrays.stream(values()).map(Preset::label).collect(Collectors.joining(" or "));
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its settings, as a place that is looked at after all others. */
    SettingSource source() {
        Map<String, String> settings = new TreeMap<>(TIMES);
        settings.put(KnownSettings.THREADS.name(), threads);
        return SettingSource.of("preset " + label(), settings);
    }
}
