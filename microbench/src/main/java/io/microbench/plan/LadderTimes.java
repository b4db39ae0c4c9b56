/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.plan;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a preset measures a ladder of thread counts: each rung in one fork with one iteration of warm-up.
 *
 * @param threads the thread counts, as the setting takes them
 * @param iterations measured iterations in each fork
 * @param iteration how long each iteration lasts, as the setting takes it
 * @param fixtureWarmup how long fixtures are warmed up, as the setting takes it; empty where their own time is taken
 */
record LadderTimes(String threads, int iterations, String iteration, Optional<String> fixtureWarmup) {

    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        fixtureWarmup.ifPresent(given -> settings.put(KnownSettings.FIXTURE_WARMUP.name(), given));
        settings.put(KnownSettings.THREADS.name(), threads);
        settings.put(KnownSettings.FORKS.name(), "1");
        settings.put(KnownSettings.WARMUP_ITERATIONS.name(), "1");
        settings.put(KnownSettings.WARMUP_TIME.name(), iteration);
        settings.put(KnownSettings.MEASURE_ITERATIONS.name(), Integer.toString(iterations));
        settings.put(KnownSettings.MEASUREMENT_TIME.name(), iteration);
        return settings;
    }
}
